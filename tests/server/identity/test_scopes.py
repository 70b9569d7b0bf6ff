"""What a token may do: every operation of the API names the scope it needs, and holds tokens to it."""

from typing import Any

import pytest

from legation.server.identity.scopes import Scope
from tests.server.answers import list_operations
from tests.server.kit import Client, Server
from tests.server.people import make_match

SESSION = "session"
"""No token will do."""
CHANGES = {
    # Who one is, and what guards an account: by hand.
    "signIn": SESSION,
    "signOut": SESSION,
    "signUp": SESSION,
    "confirmSession": SESSION,
    "endOtherSessions": SESSION,
    "endSession": SESSION,
    "changePassword": SESSION,
    "changeEmail": SESSION,
    "sendLinkAgain": SESSION,
    "verifyAddress": SESSION,
    "claimAccount": SESSION,
    "closeAccount": SESSION,
    "askPasswordReset": SESSION,
    "resetPassword": SESSION,
    "makeToken": SESSION,
    "removeToken": SESSION,
    "askNewPasskey": SESSION,
    "addPasskey": SESSION,
    "renamePasskey": SESSION,
    "removePasskey": SESSION,
    "askPasskeySignIn": SESSION,
    "signInByPasskey": SESSION,
    "askPasskeyConfirmation": SESSION,
    "confirmByPasskey": SESSION,
    "acceptWithNewAccount": SESSION,
    "changeAccount": "account",
    "changeProfile": "account",
    "blockPerson": "account",
    "blockPower": "account",
    "unblock": "account",
    "report": SESSION,
    # What a game master does.
    "createGame": "run",
    "askRematch": "run",
    "changeGame": "run",
    "startGame": "run",
    "makeInvitation": "run",
    "withdrawInvitation": "run",
    "enterAll": "run",
    "inviteToSeats": "run",
    "checkImport": "run",
    "uploadBoard": "run",
    "replaceBoard": "run",
    "deleteBoard": "run",
    "askToPublish": "run",
    "saveBoardEdit": "run",
    "importText": "run",
    "importFile": "run",
    "runAct": "run",
    "scheduleAct": "run",
    "cancelAct": "run",
    # What a player does.
    "joinGame": "play",
    "leaveGame": "play",
    "waitForGame": "play",
    "stopWaiting": "play",
    "acceptInvited": "play",
    "declineInvited": "play",
    "acceptInvitation": "play",
    "saveOrders": "play",
    "confirmOrders": "play",
    "setReady": "play",
    "swapPlans": "play",
    "repeatOrders": "play",
    "writeNotes": "play",
    "sendLetter": "play",
    "markPressRead": "play",
    "makeProposal": "play",
    "castVote": "play",
    "withdrawProposal": "play",
    "announceVacation": "play",
    "takeBackVacation": "play",
    "askExcuse": "play",
    "takeBackExcuse": "play",
    "voteOnTime": "play",
    "startSolo": "play",
    "playNextPhase": "play",
    "keepSandbox": "play",
    "shareGame": "play",
    "openPressRoom": "play",
    "changePressRoom": "play",
    "playOn": "play",
    "askHint": "play",
    "askMotive": "play",
    "stopPlayingOn": "play",
    "takeBack": "play",
    "resign": "play",
    "removeSolo": "play",
    "startLesson": "play",
    "takeAgain": "play",
    "leaveLesson": "play",
    # What changes nothing, however it is asked.
    "checkOrders": "read",
    "readSandboxSpace": "read",
    "readSandboxReach": "read",
    "checkReceipt": "read",
    "judgeRequests": "read",
    "judgeSandbox": "read",
    "stopLetters": "read",
    "chooseGameLetters": "account",
    "listSandboxOptions": "read",
    "checkSandbox": "read",
}
"""Every operation that is not asked by GET; a new one must be put here, and say its scope with ``needs_scope``."""
HIDDEN = {"listTokens", "listSessions", "listPasskeys", "listOwnReports"}
"""What is read by hand only: tokens, sessions and reports are not shown to a token."""
LADDER = [scope.value for scope in Scope]


def make_script(server: Server, person: Client, scope: str) -> Client:
    answer = person.post("/api/v1/tokens", json={"label": scope, "scope": scope})
    assert answer.status_code == 201
    script = server.client()
    script.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    return script


ADMIN = "/api/v1/admin/"
"""Whoever looks after the host does so by hand."""


def find_needed(path: str, method: str, operation: dict[str, Any]) -> str:
    name = operation["operationId"]
    if path.startswith(ADMIN):
        return SESSION
    return (SESSION if name in HIDDEN else "read") if method == "get" else CHANGES[name]


def fill(path: str) -> str:
    return "/".join("1" if part.startswith("{") else part for part in path.split("/"))


def test_every_operation_has_its_scope_here(server: Server) -> None:
    operations = [one for one in list_operations(server.app.openapi()) if not one[0].startswith(ADMIN)]
    assert {one["operationId"] for _, method, one in operations if method != "get"} == set(CHANGES)


@pytest.mark.parametrize("scope", LADDER)
def test_a_token_is_held_to_its_scope_by_every_operation(server: Server, scope: str) -> None:
    script = make_script(server, server.sign_up("Ilse"), scope)
    for path, method, operation in list_operations(server.app.openapi()):
        if path.endswith("/events"):
            continue  # a stream, which answers a token as other reading does
        needed = find_needed(path, method, operation)
        answer = script.request(method, fill(path), content=b"{}", headers={"Content-Type": "application/json"})
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        body = answer.json() if is_json and answer.content else {}
        code = body.get("error", {}).get("code") if isinstance(body, dict) else None
        message = body.get("error", {}).get("message") if isinstance(body, dict) else None
        name = f"{method} {path} with {scope}"
        if needed == SESSION:
            assert (answer.status_code, message) == (403, "This cannot be done with a token. Sign in to do it."), name
        elif LADDER.index(scope) < LADDER.index(needed):
            assert (answer.status_code, code) == (403, "scope_too_small"), name
        else:
            assert code != "scope_too_small", name
            assert message != "This cannot be done with a token. Sign in to do it.", name


def test_the_schema_names_the_scopes(server: Server) -> None:
    schema = server.app.openapi()
    for path, method, operation in list_operations(schema):
        ways = [way["token"] for way in operation["security"] if "token" in way]
        if operation["security"]:
            needed = find_needed(path, method, operation)
            assert ways == ([] if needed == SESSION else [[needed]]), operation["operationId"]
    described = schema["components"]["securitySchemes"]["token"]["description"]
    assert all(f"`{scope}`" in described for scope in LADDER)


def test_a_refusal_says_what_is_needed(server: Server) -> None:
    script = make_script(server, server.sign_up("Ilse"), "play")
    answer = script.post("/api/v1/games", json={"title": "x", "variant": "standard"})
    assert answer.json()["error"]["message"] == "This token has the scope play. This needs run."


def test_a_token_that_plays_enters_orders_for_no_other_power(server: Server) -> None:
    match = make_match(server)
    body = {"turn": match.get(match.gm)["turn"], "plan": "A", "version": None, "orders": ["A PAR H"]}
    for scope, status in (("play", 403), ("run", 200)):
        script = make_script(server, match.gm, scope)
        answer = script.put(match.path("orders"), params={"power": "FRANCE"}, json=body)
        assert answer.status_code == status, answer.text


def test_a_token_that_reads_sees_what_its_person_sees(server: Server) -> None:
    match = make_match(server)
    match.order("FRANCE", ["A PAR H"])
    script = make_script(server, match.players["FRANCE"], "read")
    assert "A PAR H" in str(match.get(script, "orders"))
    assert script.put(match.path("orders"), json={}).status_code == 403
