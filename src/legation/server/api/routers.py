"""Every resource under ``/api/v1``, one file each."""

from legation.server.api import (
    absences,
    accounts,
    desk,
    games,
    history,
    invitations,
    judge,
    live,
    members,
    meta,
    orders,
    passwords,
    press,
    reports,
    results,
    sandbox,
    session,
    solo,
    tokens,
    variants,
    votes,
)

ROUTERS = tuple(
    resource.router
    for resource in (
        meta,
        session,
        accounts,
        passwords,
        tokens,
        absences,
        variants,
        judge,
        games,
        members,
        invitations,
        orders,
        results,
        history,
        press,
        votes,
        desk,
        live,
        reports,
        solo,
        sandbox,
    )
)
