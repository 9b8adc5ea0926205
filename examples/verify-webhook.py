"""Verifies what arrives: verify-webhook.py SECRET ID TIMESTAMP SIGNATURES < body. Nothing but Python's own library."""
import base64, hashlib, hmac, sys, time


def verify(secret, webhook_id, timestamp, signatures, body, now=time.time):
    if not timestamp.isdigit() or abs(now() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    ours = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(ours, one) for one in signatures.split(" "))


if __name__ == "__main__":
    sys.exit(0 if verify(*sys.argv[1:5], sys.stdin.buffer.read()) else 1)
