"""What endpoints receive: the services, and the sender.

Each dependency takes the request alone. For every request FastAPI resolves again what a dependency depends on; four
that depended on each other took half of all the time spent around an endpoint.
"""

from functools import partial
from secrets import compare_digest
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.types import Scope

from legation.server.base.rate_limits import name_network
from legation.server.base.refusals import HttpRefusal, sign_in_first
from legation.server.base.services import Services
from legation.server.identity.bans import refuse_network
from legation.server.identity.scopes import SAFE, find_scope
from legation.server.identity.viewers import LONGEST_SESSION, SignedIn, Viewer, identify_viewer, recall_viewer

COOKIE = "legation_session"
CSRF_HEADER = "X-Legation-CSRF"
OPEN = {
    "/api/v1/accounts",
    "/api/v1/session",
    "/api/v1/passwords/forgot",
    "/api/v1/passwords/reset",
    "/api/v1/addresses/verify",
    "/api/v1/session/passkey",
    "/api/v1/session/passkey/challenge",
    "/api/v1/judge",
    "/api/v1/sandboxes/judge",
    "/api/v1/sandboxes/options",
    "/api/v1/sandboxes/check",
    "/api/v1/sandboxes/space",
    "/api/v1/sandboxes/reach",
}
"""Paths that need no session: they do nothing on behalf of an account."""
WAYS_IN = ("/api/v1/session", "/api/v1/passwords/")
"""Paths for entering an existing account: a ban of strangers leaves them open."""


async def services(request: Request) -> Services:
    """The services of this app. Asynchronous, because plain functions wait for a thread, for a long time under load."""
    found: Services = request.app.state.services
    return found


async def viewer(request: Request) -> Viewer:
    """The sender of a request, looked up once. A change is refused if it may come from another site's page."""
    found: Viewer | None = getattr(request.state, "viewer", None)
    if found is not None:
        return found
    services: Services = request.app.state.services
    address = name_network(request.client.host) if request.client else ""
    if _bearer(request) is None:
        cookie, agent = request.cookies.get(COOKIE), request.headers.get("User-Agent", "")
        found = recall_viewer(services, cookie=cookie, address=address, agent=agent)
        # Most are in the cache; the queue would take longer than everything else.
        if found is not None and not _may_be_banned(request, found):
            return _admit(request, services, found)
    return await services.pages.run(f"address {address}", partial(_identify, request, services, address))


async def refuse_stranger(scope: Scope) -> HttpRefusal | None:
    """The refusal of a sender without a valid session or token, as far as the head of the request shows."""
    request = Request(scope)
    cookie, bearer = request.cookies.get(COOKIE), _bearer(request)
    if not cookie and bearer is None:
        return sign_in_first()
    services: Services = request.app.state.services
    address = name_network(request.client.host) if request.client else ""
    found = recall_viewer(services, cookie=cookie, address=address) if bearer is None else None
    if found is None:
        look_up = partial(identify_viewer, services, cookie=cookie, bearer=bearer, address=address)
        try:
            found = await services.pages.run(f"address {address}", look_up)
        except HttpRefusal as refusal:
            return refusal
    return HttpRefusal(401, "session_ended") if found.has_ended else None


def _identify(request: Request, services: Services, address: str) -> Viewer:
    found = identify_viewer(
        services,
        cookie=request.cookies.get(COOKIE),
        bearer=_bearer(request),
        address=address,
        agent=request.headers.get("User-Agent", ""),
    )
    _admit(request, services, found)
    if _may_be_banned(request, found):
        with services.store.read() as connection:
            refuse_network(connection, found.address, services.clock.now())
    return found


def _admit(request: Request, services: Services, viewer: Viewer) -> Viewer:
    """Count the request of a sender, and refuse what the sender may not do."""
    is_safe = request.method in SAFE
    services.rates.take("read" if is_safe else "write", viewer.rate_key, services.clock.now())
    if viewer.token is not None:
        _check_scope(request, viewer)
    elif not is_safe:
        _refuse_other_sites(request, services)
        needs_csrf = viewer.session and not (request.method == "POST" and request.url.path in OPEN)
        sent = request.headers.get(CSRF_HEADER, "")
        if needs_csrf and not (viewer.csrf and compare_digest(sent.encode(), viewer.csrf.encode())):
            raise HttpRefusal(403, "wrong_csrf")
    request.state.viewer = viewer
    return viewer


def _may_be_banned(request: Request, viewer: Viewer) -> bool:
    """True if this is a change by a sender without an account, whose address may be banned."""
    is_safe = request.method in SAFE
    return not is_safe and not viewer.has_full_account and not request.url.path.startswith(WAYS_IN)


async def present_viewer(request: Request) -> Viewer:
    """The sender of a request whose response depends on the sender. One whose session has ended is told so first."""
    found = await viewer(request)
    if found.has_ended:
        raise HttpRefusal(401, "session_ended")
    return found


async def signed_in_viewer(request: Request) -> Viewer:
    """The sender of a request that needs an account; refuses anyone not signed in."""
    found = await viewer(request)
    found.need_account()
    return found


InServices = Annotated[Services, Depends(services)]
AsAnybody = Annotated[Viewer, Depends(viewer)]
"""Also a sender whose session has ended: for signing in, and for what does nothing on behalf of an account."""
AsViewer = Annotated[Viewer, Depends(present_viewer)]
AsSignedIn = Annotated[Viewer, Depends(signed_in_viewer)]


def put_session(response: Response, services: Services, signed_in: SignedIn) -> None:
    """Send the cookie of a new session."""
    response.set_cookie(
        COOKIE,
        signed_in.secret,
        # The server ends a session that is not used. The cookie stays, so that its person is told and can go on.
        max_age=int(LONGEST_SESSION.total_seconds()),
        path="/",
        secure=services.settings.secure_cookies,
        httponly=True,
        samesite="lax",
    )


def drop_session(response: Response, services: Services) -> None:
    """Remove the cookie."""
    response.delete_cookie(COOKIE, path="/", secure=services.settings.secure_cookies, httponly=True, samesite="lax")


def _bearer(request: Request) -> str | None:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def _check_scope(request: Request, viewer: Viewer) -> None:
    """Refuse what the token does not permit."""
    needed = find_scope(request.scope["route"].endpoint, request.method)
    if needed is None:
        raise HttpRefusal(403, "forbidden", case="session_only")
    if viewer.scope is None or not viewer.scope.includes(needed):
        raise HttpRefusal(403, "scope_too_small", scope=viewer.scope or "", needed=needed)


def _refuse_other_sites(request: Request, services: Services) -> None:
    """Refuse changes that, according to the browser, come from another site's page."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise HttpRefusal(403, "wrong_site")
    origin = request.headers.get("Origin")
    if origin is None:
        return
    ours = {urlsplit(services.settings.public_url).netloc, request.headers.get("Host", "")}
    if urlsplit(origin).netloc not in ours:
        raise HttpRefusal(403, "wrong_site")
