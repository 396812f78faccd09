"""A strict parser of JSON texts (RFC 8259), the same on every interpreter.

The built-in parsers differ: CPython's takes NaN, MicroPython's takes 01 and leaves surrogate pairs apart.
"""

_DEPTH = 12
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def parse(source):
    """The value of a JSON text; integers stay integers.

    Raises:
        ValueError: the text is not JSON, or is nested deeper than a record line ever is.
    """
    return _Parser(source).document()


def decoded(data):
    """Text of UTF-8 bytes. MicroPython's own decoding takes surrogates, overlong forms and what no code point is.

    Raises:
        ValueError: the bytes are no UTF-8.
    """
    text = bytes(data).decode()
    if len(text) != len(data):
        size = 0
        for char in text:
            code = ord(char)
            size += 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)
            if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
                raise ValueError("not UTF-8")
        if size != len(data):
            raise ValueError("not UTF-8")
    return text


class _Parser:
    def __init__(self, source):
        self.source = source + "\0"
        self.at = 0

    def document(self):
        value = self.value(_DEPTH)
        self.space()
        if self.at != len(self.source) - 1:
            self.fail()
        return value

    def fail(self):
        raise ValueError("not JSON at character %d" % self.at)

    def space(self):
        while self.source[self.at] in " \t\r\n":
            self.at += 1
        return self.source[self.at]

    def skip(self, char):
        if self.space() != char:
            return False
        self.at += 1
        return True

    def value(self, depth):
        char = self.space()
        if char == '"':
            return self.string()
        if char in "{[":
            if depth == 0:
                self.fail()
            self.at += 1
            return self.members(depth - 1) if char == "{" else self.items(depth - 1)
        if char == "-" or "0" <= char <= "9":
            return self.number()
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.source[self.at : self.at + len(word)] == word:
                self.at += len(word)
                return value
        return self.fail()

    def items(self, depth):
        found = []
        if self.skip("]"):
            return found
        while True:
            found.append(self.value(depth))
            if self.skip("]"):
                return found
            if not self.skip(","):
                self.fail()

    def members(self, depth):
        found = {}
        if self.skip("}"):
            return found
        while True:
            if self.space() != '"':
                self.fail()
            key = self.string()
            if not self.skip(":"):
                self.fail()
            found[key] = self.value(depth)
            if self.skip("}"):
                return found
            if not self.skip(","):
                self.fail()

    def number(self):
        source, start = self.source, self.at
        self.at += source[start] == "-"
        whole = self.digits()
        if len(whole) > 1 and whole[0] == "0":
            self.fail()
        plain = True
        if source[self.at] == ".":
            plain = False
            self.at += 1
            self.digits()
        if source[self.at] in "eE":
            plain = False
            self.at += 1
            self.at += source[self.at] in "+-"
            self.digits()
        token = source[start : self.at]
        if plain and len(token) < 40:
            return int(token)
        return float(token)

    def digits(self):
        start = self.at
        while "0" <= self.source[self.at] <= "9":
            self.at += 1
        if self.at == start:
            self.fail()
        return self.source[start : self.at]

    def string(self):
        source = self.source
        self.at += 1
        start = self.at
        parts = []
        while True:
            char = source[self.at]
            if char == '"':
                parts.append(source[start : self.at])
                self.at += 1
                return "".join(parts)
            if char < " ":
                self.fail()
            self.at += 1
            if char == "\\":
                parts.append(source[start : self.at - 1])
                parts.append(self.escape())
                start = self.at

    def escape(self):
        char = self.source[self.at]
        self.at += 1
        if char != "u":
            if char not in _ESCAPES:
                self.fail()
            return _ESCAPES[char]
        code = self.hex4()
        if 0xD800 <= code < 0xDC00 and self.source[self.at : self.at + 2] == "\\u":
            back = self.at
            self.at += 2
            low = self.hex4()
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
            self.at = back
        return chr(code)

    def hex4(self):
        code = 0
        for char in self.source[self.at : self.at + 4]:
            digit = "0123456789abcdef".find(char.lower())
            if digit < 0:
                self.fail()
            code = code * 16 + digit
        self.at += 4
        return code
