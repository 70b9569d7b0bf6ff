"""A device that keeps passkeys, in software: it makes keys and signs challenges as a browser would hand them on."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def write_bytes(data: bytes) -> str:
    """Bytes in base64url, as the API takes them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Device:
    """A device with one key."""

    origin: str = "https://games.example.org"
    rp_id: str = "games.example.org"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user_id: str | None = None

    def make(self, challenge: dict[str, Any], label: str = "my device") -> dict[str, Any]:
        """The answer to a challenge for a new key."""
        self.user_id = challenge["user_id"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        known = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._describe(self.flags | HAS_KEY) + known
        return {
            "label": label,
            "id": write_bytes(self.id),
            "client_data": write_bytes(self._make_client_data("webauthn.create", challenge)),
            "attestation": write_bytes(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def sign(self, challenge: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge that is to be signed."""
        self.count += 1 if self.count else 0
        client_data = self._make_client_data("webauthn.get", challenge)
        data = self._describe(self.flags)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "id": write_bytes(self.id),
            "client_data": write_bytes(client_data),
            "authenticator_data": write_bytes(data),
            "signature": write_bytes(signature),
            "user_handle": self.user_id,
        }

    def _describe(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _make_client_data(self, kind: str, challenge: dict[str, Any]) -> bytes:
        data = {"type": kind, "challenge": challenge["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()
