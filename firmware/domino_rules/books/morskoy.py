"""The book of the sea goat: owner, hundred, debt and eggs (S2; rules.md §2.4)."""

from domino_rules.shelf import take

TRIES = 3
_BLANK, _SIX = 1, 1 << 27


class MorskoyBook(take("books.book").Book):
    """Scores one round by the sums q (tiles left) and p (with eggs)."""

    def __init__(self, match):
        super().__init__(match)
        self.least = match.params["sea_min"]
        self.recorded = [0] * match.sides
        # Sides that win a match by a special finish, and the title that goes with it.
        self.special = None
        self.title = match.TITLE
        self.next = None
        self.eggs_laid = False

    # --- the start of a match -----------------------------------------------------------------------------------

    def start(self, line):
        """Take what the ``match`` line tells of owner, hundred, debt and eggs."""
        fault = super().start(line)
        match = self.match
        scored = [side for side in range(match.sides) if match.accounts[side][0] > 0]
        match.owner = line.get("owner")
        if match.owner is None and len(scored) == 1:
            match.owner = scored[0]
        match.hundred, match.debt, match.eggs = line.get("hundred"), line.get("debt"), line.get("eggs") or 0
        if match.eggs:
            match.opener_rule = "11"
        elif match.hundred is not None:
            match.opener = match.hundred
        return fault or self._fault()

    def _fault(self):
        match = self.match
        for name, bound in (("owner", match.sides), ("hundred", match.seats)):
            value = getattr(match, name)
            if value is not None and not (type(value) is int and 0 <= value < bound):
                return name + " must be one of 0..%d" % (bound - 1)
        if type(match.eggs) is not int or match.eggs < 0:
            return "eggs must not be negative"
        debt = match.debt
        if debt is not None:
            names = ("seat", "tries", "stake", "creditor")
            if type(debt) is not dict or not all([type(debt.get(name)) is int for name in names]):
                return "debt must have seat, tries, stake and creditor"
            if not (0 <= debt["seat"] < match.seats and 0 <= debt["creditor"] < match.seats):
                return "debt must name seats 0..%d" % (match.seats - 1)
        return None

    # --- a round ------------------------------------------------------------------------------------------------

    def score(self, reason, by, fisherman, values):
        """Record a round by exit or fish; then the debt."""
        match = self.match
        opener = match.opened_by
        # Forced openings (a tile decides) are no choice of 6-6.
        chosen = match.first_tile == 27 and match.opener is not None and opener is not None
        active = chosen and (match.hundred == opener or match.owner == match.side_of(opener))
        if match.hundred is not None and match.hundred == opener:
            held = match.hands[opener] & _SIX if match.held is None else match.held
            if held or match.first_tile == 27 or match.params["hundred_if_not_held"] == "lapse":
                match.hundred = None
        sums = self.side_sums(values)
        debt = match.debt
        if reason == "exit":
            winner, q = self._exit(by, sums)
            if self.special is None:
                self._won(winner, q, active, opener, values)
            if self.special is None and match.turn_tiles & _SIX:
                match.hundred = by
        else:
            winner, q = self._fish(fisherman, sums)
            if winner is not None:
                self._won(winner, q, active, opener, values)
        if debt and self.special is None and not self.eggs_laid and not self._reached():
            self._try(debt, winner, q)
        return self.recorded, winner is None

    def _exit(self, by, sums):
        """(winning side, q); a last 0-0 or a rich last 6-6 wins the match."""
        match = self.match
        side = match.side_of(by)
        q = sum(sums)
        if not match.params.get("pair_count_partner"):
            q -= sums[side]
        if match.turn_tiles & _BLANK:
            self._finish_with([side], "bald")
        elif match.turn_tiles & _SIX and q >= self.least:
            self._finish_with([side], match.TITLE)
        if self.special is not None:
            self.recorded[side] += q + self._take_eggs()
        return side, q

    def _fish(self, fisherman, sums):
        """(winning side, q), or (None, 0) where the round stays unsettled: debt, eggs (the rows of rules.md §2.4)."""
        match = self.match
        own = match.side_of(fisherman)
        others = [side for side in range(match.sides) if side != own]
        low, f = min(sums), sums[own]
        rich = all([sums[side] >= self.least for side in others])
        if f < self.least and rich:
            match.hundred = fisherman
        elif f >= self.least and all([f > sums[side] for side in others]):
            self._lend(fisherman, sums)
            return None, 0
        elif sums.count(low) > 1:
            self._lay_eggs(fisherman, sum(sums))
            return None, 0
        winner = own if f < self.least and rich else sums.index(low)
        return winner, sum(sums) - sums[winner]

    def _won(self, side, q, active, opener, values):
        """A side won the round: going for a hundred first, then the steps 1-4."""
        match = self.match
        if active and match.side_of(opener) == side:
            self._finish_with([side], match.TITLE)
        elif active and values[opener] >= self.least:
            lost = match.side_of(opener)
            self._finish_with([other for other in range(match.sides) if other != lost], "svoyak")
        p = q + self._take_eggs()
        self.recorded[side] += p
        if self.special is None:
            self._steps(side, p)

    def _take_eggs(self):
        match = self.match
        eggs, match.eggs, match.egg_tries = match.eggs, 0, 0
        return eggs

    def _steps(self, side, p):
        match = self.match
        if match.owner is None:
            if p >= self.least:
                match.owner = side
                match.accounts[side][0] = p + match.small[side]
                match.small[side] = 0
            elif match.params["small_win"] == "remember":
                match.small[side] += p
        elif match.owner == side:
            match.accounts[side][0] += p
        elif p >= self.least and match.params["rival_effect"] != "void_round":
            for account in match.accounts:
                account[0] = 0
            match.small = [0] * match.sides
            match.owner = None
            if match.params["rival_effect"] == "reset_and_take":
                match.owner = side
                match.accounts[side][0] = p

    def _lend(self, fisherman, sums):
        """The fisherman sits on the most: he may write the fish off within three rounds."""
        match = self.match
        self.next = fisherman
        if match.debt is not None:
            return
        own = match.side_of(fisherman)
        low = min([sums[side] for side in range(match.sides) if side != own])
        for step in range(1, match.seats):
            creditor = (fisherman + step) % match.seats
            side = match.side_of(creditor)
            if side != own and sums[side] == low:
                match.debt = {"seat": fisherman, "tries": TRIES, "stake": sums[own], "creditor": creditor}
                return

    def _lay_eggs(self, fisherman, total):
        """The lowest value is shared: eggs, rotten after three more."""
        match = self.match
        self.eggs_laid = True
        if match.eggs:
            match.egg_tries += 1
        if match.egg_tries >= TRIES:
            match.eggs = match.egg_tries = 0
            self.next = fisherman
        else:
            match.eggs += total

    def _try(self, debt, winner, q):
        """A round went by while a debt was open."""
        match = self.match
        if winner is not None and winner == match.side_of(debt["seat"]) and q >= self.least:
            match.debt = None
            return
        if debt["tries"] > 1:
            match.debt = dict(debt)
            match.debt["tries"] -= 1
            return
        match.debt = None
        creditor = match.side_of(debt["creditor"])
        if match.params["debt_fail"] == "match_loss":
            lost = match.side_of(debt["seat"])
            self._finish_with([side for side in range(match.sides) if side != lost], match.TITLE)
            return
        self.recorded[creditor] += debt["stake"]
        self._steps(creditor, debt["stake"])
        match.hundred = self.next = debt["creditor"]

    # --- what follows -------------------------------------------------------------------------------------------

    def next_opener(self, reason, by, fisherman, values):
        """Exiter or fisherman; after eggs the holder of 1-1; before all others the holder of ``hundred``."""
        super().next_opener(reason, by, fisherman, values)
        match = self.match
        if self.eggs_laid and match.eggs:
            match.opener, match.opener_rule = None, "11"
        elif match.hundred is not None:
            match.opener = match.hundred
        elif self.next is not None:
            match.opener = self.next

    def complete(self, line):
        """Tell what the match holds besides scores."""
        match = self.match
        line["owner"], line["hundred"], line["debt"], line["eggs"] = match.owner, match.hundred, match.debt, match.eggs

    def _finish_with(self, winners, title):
        self.special, self.title = winners, title

    def _reached(self):
        target = self.match.params["target"]
        return [
            side for side in range(self.match.sides) if target is not None and self.match.accounts[side][0] >= target
        ]

    def verdict_of_match(self):
        """(winners, losers) when a special finish or the target ends the match."""
        if self.special is not None:
            self.REASON = "special"
            return self.parties(self.special, False)
        reached = self._reached()
        return self.parties(reached, False) if reached else None

    def titles(self, winners, losers):
        """The bald one is the winner (I-07), unless a club says it of the loser."""
        named = winners if self.title == "bald" and self.match.params["bald_title_to"] == "winner" else losers
        return {str(seat): self.title for seat in named}


BOOK = MorskoyBook
