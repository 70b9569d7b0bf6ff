"""Every resource under ``/api/v1``, each in its own file."""

from legation.server import health as meta
from legation.server.accounts import passkey_routes as passkeys
from legation.server.accounts import routes as accounts
from legation.server.admin import routes as admin
from legation.server.advice import routes as advice
from legation.server.boards import routes as boards
from legation.server.games import account_closing_routes as account_closing
from legation.server.games import invitation_routes as invitations
from legation.server.games import joining_routes as members
from legation.server.games import routes as games
from legation.server.gm import routes as gm
from legation.server.importing import routes as importing
from legation.server.lessons import routes as lessons
from legation.server.live import routes as live
from legation.server.orders import routes as orders
from legation.server.pace import routes as pace
from legation.server.people import routes as people
from legation.server.press import routes as press
from legation.server.results import routes as results
from legation.server.sandbox import judge_routes as judge
from legation.server.sandbox import routes as sandbox
from legation.server.solo import routes as solo
from legation.server.variants import routes as variants
from legation.server.votes import routes as votes

ROUTERS = (
    *(
        resource.router
        for resource in (
            meta,
            accounts,
            passkeys,
            variants,
            boards,
            judge,
            games,
            members,
            importing,
            account_closing,
            invitations,
            orders,
            results,
            press,
            votes,
            pace,
            people,
            gm,
            live,
            solo,
            advice,
            lessons,
            sandbox,
            admin,
        )
    ),
    boards.checks,
    games.long_reading,
    results.long_reading,
    results.open_work,
    sandbox.open_work,
)
