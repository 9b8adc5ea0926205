"""Signs somebody in with Authlib, requests-oauthlib and python-jose, as an application in Python would.

ISSUER, CLIENT_ID, CLIENT_SECRET and REDIRECT_URI say where. Prints the address to open in a browser, reads the address that the
browser came back with, and prints what it learned: one JSON document for each step.
"""

import json
import os
import sys
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_urlsafe

import requests
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from jose import jwt
from requests_oauthlib import OAuth2Session

ISSUER = os.environ["ISSUER"]
CLIENT_ID = os.environ["CLIENT_ID"]
CLIENT_SECRET = os.environ["CLIENT_SECRET"]
REDIRECT_URI = os.environ["REDIRECT_URI"]
SCOPES = ["openid", "profile", "email", "offline_access"]


def tell(**members):
    print(json.dumps(members), flush=True)


def came_back_with(address):
    """A person goes there, signs in, and comes back."""
    tell(open=address)
    return sys.stdin.readline().strip()


def verified(token, access_token, nonce=None):
    """The claims of an ID token that python-jose has verified with the provider's key set."""
    keys = requests.get(PROVIDER["jwks_uri"], timeout=10).json()
    claims = jwt.decode(
        token,
        keys,
        algorithms=["RS256"],
        audience=CLIENT_ID,
        issuer=ISSUER,
        access_token=access_token,
    )
    assert claims.get("nonce") == nonce, "the answer is to another request"
    return claims


def with_authlib():
    session = AuthlibSession(
        CLIENT_ID,
        CLIENT_SECRET,
        scope=" ".join(SCOPES),
        redirect_uri=REDIRECT_URI,
        code_challenge_method="S256",
        token_endpoint=PROVIDER["token_endpoint"],
    )
    verifier = token_urlsafe(48)
    address, _state = session.create_authorization_url(
        PROVIDER["authorization_endpoint"], code_verifier=verifier, nonce="n1"
    )
    token = session.fetch_token(authorization_response=came_back_with(address), code_verifier=verifier)
    claims = verified(token["id_token"], token["access_token"], "n1")
    renewed = session.refresh_token(PROVIDER["token_endpoint"], refresh_token=token["refresh_token"])
    person = session.get(PROVIDER["userinfo_endpoint"]).json()
    tell(library="Authlib", sub=claims["sub"], email=person["email"], scope=token["scope"], renewed=renewed["scope"])


def with_requests_oauthlib():
    session = OAuth2Session(CLIENT_ID, scope=SCOPES, redirect_uri=REDIRECT_URI)
    verifier = token_urlsafe(48)
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    address, _state = session.authorization_url(
        PROVIDER["authorization_endpoint"], nonce="n2", code_challenge=challenge, code_challenge_method="S256"
    )
    token = session.fetch_token(
        PROVIDER["token_endpoint"],
        authorization_response=came_back_with(address),
        client_secret=CLIENT_SECRET,
        include_client_id=True,
        code_verifier=verifier,
    )
    claims = verified(token["id_token"], token["access_token"], "n2")
    renewed = session.refresh_token(
        PROVIDER["token_endpoint"],
        auth=(CLIENT_ID, CLIENT_SECRET),
    )
    person = session.get(PROVIDER["userinfo_endpoint"]).json()
    told = [" ".join(one["scope"]) for one in (token, renewed)]
    tell(library="requests-oauthlib", sub=claims["sub"], email=person["email"], scope=told[0], renewed=told[1])


PROVIDER = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=10).json()
with_authlib()
with_requests_oauthlib()
