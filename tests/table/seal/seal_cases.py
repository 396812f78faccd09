"""Seals made on the table, on both interpreters: the numbers of RFC 4231, and a chain that is the same on both."""

import binascii

from table.seal import Seal, hmac_sha256

WITHOUT_DIRECTORY = ["test_hmac_gives_the_values_of_rfc_4231", "test_each_seal_follows_on_the_one_before"]

KEY = b"key of the table"
LINES = [b'{"game":"kozel","type":"match"}', b'{"hands":[7,7],"type":"deal"}', b'{"seat":0,"tile":"1-1","type":"play"}']


def test_hmac_gives_the_values_of_rfc_4231():
    short = hmac_sha256(b"Jefe", b"what do ya want for nothing?")
    assert binascii.hexlify(short) == b"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    long = hmac_sha256(b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First")
    assert binascii.hexlify(long) == b"60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"


def test_each_seal_follows_on_the_one_before():
    seal = Seal(KEY)
    seal.add(LINES[0])
    seal.add(LINES[1])
    first = seal.close()
    assert first["prev"] == "00" * 32
    assert first["hash"] == "859f8bef0b64b766fc03b93b02e77b52c23d1ba895deecce956d4c7055e3462c"
    seal.add(LINES[2])
    second = seal.close()
    assert second["prev"] == first["hash"]
    again = Seal(KEY, binascii.unhexlify(first["hash"]))
    again.add(LINES[2])
    assert again.close() == second
