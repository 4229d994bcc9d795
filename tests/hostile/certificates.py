"""Certificates for tests: an authority of our own, and what it signs."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_DAY = datetime.timedelta(days=1)


class Authority:
    """Signs certificates for names; `file` is what a client has to trust."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Hostile authority")])
        usage = x509.KeyUsage(True, False, False, False, False, True, True, False, False)
        certificate = (
            _builder(self._name, self._name, self._key.public_key(), expired=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .sign(self._key, hashes.SHA256())
        )
        self.file = str(folder / "authority.pem")
        Path(self.file).write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def sign(self, *names: str, expired: bool = False) -> tuple[str, str]:
        """Paths of a certificate and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        certificate = (
            _builder(subject, self._name, key.public_key(), expired)
            .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        stem = self._folder / f"{names[0]}-{expired}"
        Path(f"{stem}.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        Path(f"{stem}.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return f"{stem}.pem", f"{stem}.key"


def tls_context(certificate: tuple[str, str], protocols: list[str] | None = None) -> ssl.SSLContext:
    """For a server that shows this certificate and speaks these ALPN protocols."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    context.set_alpn_protocols(protocols or ["http/1.1"])
    return context


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, expired: bool
) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    end = now - _DAY if expired else now + _DAY
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 10 * _DAY)
        .not_valid_after(end)
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
