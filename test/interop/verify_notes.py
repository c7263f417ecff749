"""Judges signed notes with Python's `cryptography` and a reader of C2SP signed-note written for this alone.

Standard input: a JSON list of {note (base64), vkeys}. Standard output: a JSON list of answers, "" where one
known key signed and no known key's signature is bad.
"""
import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def known_key(vkey):
    name, key_id, encoded = vkey.split("+", 2)
    key = base64.b64decode(encoded, validate=True)
    wanted = hashlib.sha256(name.encode() + b"\n" + key).digest()[:4]
    if len(key) != 33 or key[0] != 1 or wanted.hex() != key_id:
        raise ValueError("not an Ed25519 vkey")
    return (name, wanted), Ed25519PublicKey.from_public_bytes(key[1:])


def judge(note, vkeys):
    keys = dict(map(known_key, vkeys))
    text, separator, signatures = note.rpartition(b"\n\n")
    if not separator or not signatures.endswith(b"\n"):
        raise ValueError("malformed note")
    signed = 0
    for line in signatures.decode("utf-8").removesuffix("\n").split("\n"):
        dash, name, encoded = line.split(" ")
        raw = base64.b64decode(encoded, validate=True)
        if dash != "\u2014" or base64.b64encode(raw).decode() != encoded:
            raise ValueError("malformed signature line")
        key = keys.get((name, raw[:4]))
        if key is None:
            continue
        key.verify(raw[4:], text + b"\n")
        signed += 1
    if signed == 0:
        raise ValueError("no known key signed")


def answer(claim):
    try:
        judge(base64.b64decode(claim["note"]), claim["vkeys"])
        return ""
    except InvalidSignature:
        return "invalid signature"
    except ValueError as error:
        return str(error) or "malformed"


json.dump([answer(claim) for claim in json.load(sys.stdin)], sys.stdout)
