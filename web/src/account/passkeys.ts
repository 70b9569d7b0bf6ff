/** Passkeys: converts between the server's base64url and the browser's bytes. */
import { post } from "../api/client";
import type { AssertionBody, Challenge, NewKeyChallenge, NewPasskeyBody } from "../api/schema";

/** True if this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && typeof navigator.credentials === "object";
}

/** Ask the device to create a passkey for the signed-in account. */
export async function makePasskey(label: string): Promise<NewPasskeyBody> {
  const challenge = await post("/passkeys/challenge", {});
  const made = await askDevice(() => navigator.credentials.create({ publicKey: describeNewKey(challenge) }));
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    label,
    id: made.id,
    client_data: writeBytes(response.clientDataJSON),
    attestation: writeBytes(response.attestationObject),
  };
}

/** Ask the device for a signature, to sign in or to confirm who is there. */
export async function usePasskey(purpose: "sign-in" | "confirm"): Promise<AssertionBody> {
  const challenge = await post(purpose === "sign-in" ? "/session/passkey/challenge" : "/session/confirm/challenge", {});
  const signed = await askDevice(() => navigator.credentials.get({ publicKey: describeRequest(challenge) }));
  const response = signed.response as AuthenticatorAssertionResponse;
  return {
    id: signed.id,
    client_data: writeBytes(response.clientDataJSON),
    authenticator_data: writeBytes(response.authenticatorData),
    signature: writeBytes(response.signature),
    user_handle: response.userHandle && writeBytes(response.userHandle),
  };
}

async function askDevice(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found) return found as PublicKeyCredential;
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "InvalidStateError") {
      throw new Error("This device already has a passkey for your account.", { cause: problem });
    }
  }
  throw new Error("No passkey was used. Try again, or use your password.");
}

function describeNewKey(challenge: NewKeyChallenge): PublicKeyCredentialCreationOptions {
  return {
    challenge: readBytes(challenge.challenge),
    rp: { id: challenge.rp_id, name: "Legation" },
    user: { id: readBytes(challenge.user_id), name: challenge.user_name, displayName: challenge.user_name },
    pubKeyCredParams: challenge.algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: challenge.known.map((id) => ({ type: "public-key", id: readBytes(id) })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout: challenge.seconds * 1000,
  };
}

function describeRequest(challenge: Challenge): PublicKeyCredentialRequestOptions {
  return {
    challenge: readBytes(challenge.challenge),
    rpId: challenge.rp_id,
    userVerification: "required",
    timeout: challenge.seconds * 1000,
  };
}

/** Bytes of a text in base64url. */
export function readBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Bytes as base64url text, without padding. */
export function writeBytes(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
