"""Random tables: small, and dense in everything that state-based actions look at.

A table is dealt from a seed, evenly; hypothesis draws the seed and what to leave away, so a failing
table shrinks to the few lines that matter.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from .model import MINUS, PLUS, Ability, Printed, Quality, Seat, Table, Thing

LEGENDS = ("Anra", "Borin", "Cetu")
SIMPLE = (("indestructible",), ("umbra_armor",), ("flying",), ("protection", ("color", "red")))
QUALITIES: tuple[Quality, ...] = (
    ("type", "creature"),
    ("type", "creature"),
    ("type", "land"),
    ("type", "artifact"),
    ("permanent",),
    ("player",),
    ("opponent",),
    ("all", ("type", "creature"), ("yours",)),
    ("all", ("color", "red"), ("type", "creature")),
    ("any", ("type", "artifact"), ("type", "creature")),
    ("all", ("not", ("type", "land")), ("permanent",)),
)
PROTECTIONS: tuple[Ability, ...] = tuple(
    ("protection", quality)
    for quality in (
        ("color", "red"),
        ("color", "white"),
        ("everything",),
        ("type", "artifact"),
        ("type", "enchantment"),
    )
)
VARIANTS = ("", "", "", "", "commander", "two_headed_giant", "archenemy", "planechase")

Draw = Callable[..., int]


class _Deal:
    """Deals objects onto a table; every method draws one kind of object."""

    def __init__(self, random: Random, table: Table) -> None:
        self.random, self.table = random, table
        self.players = list(table.seats)
        self.dealt = 0

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, options):
        return self.random.choice(list(options))

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def put(self, printed: Printed, **state: object) -> Thing:
        """A new object under a random player."""
        self.dealt += 1
        id = f"t{self.dealt}"
        player = self.pick(self.players)
        owner = self.pick(self.players) if self.chance(12) else player
        thing = Thing(id, printed, owner, player, stamp=self.dealt, **state)
        if thing.zone != "battlefield":
            thing.controller = owner
        self.table.things[id] = thing
        return thing

    def name(self) -> str:
        return f"Test {self.dealt}"

    def hosts(self) -> list[str]:
        return [id for id, thing in self.table.things.items() if thing.zone != "stack"]

    def colors(self) -> frozenset[str]:
        return frozenset(color for color in ("white", "red") if self.chance(35))

    def printed(
        self, *types: str, text: tuple[Ability, ...] = (), sub: tuple[str, ...] = (), size=None
    ) -> Printed:
        legendary = self.chance(25)
        supertypes = frozenset(["legendary"] if legendary else ["world"] if self.chance(8) else [])
        power, toughness = size or (None, None)
        return Printed(
            self.pick(LEGENDS[:2]) if legendary else self.name(),
            frozenset(types),
            frozenset(sub),
            supertypes,
            self.colors(),
            power,
            toughness,
            text,
        )

    def size(self) -> tuple[int, int]:
        return self.number(0, 4), self.number(0, 4)

    # ---- kinds of objects ----

    def creature(self) -> None:
        text: tuple[Ability, ...] = (self.pick([*SIMPLE, *PROTECTIONS]),) if self.chance(40) else ()
        if self.chance(10):
            text += (
                self.pick(
                    [("yours_get", 1, 1), ("others_get", 1, 1), ("all_get", -1, -1), ("others_get", 0, -1)]
                ),
            )
        if self.chance(5):
            text += (("cant_be", self.pick(["enchanted", "equipped"])),)
        types = (
            ("creature", self.pick(["artifact", "enchantment", "land"])) if self.chance(40) else ("creature",)
        )
        card = self.printed(*types, text=text, sub=("Ogre",), size=self.size())
        thing = self.put(card, token=self.chance(15), face_down=self.chance(5))
        self.marks(thing)
        if self.chance(10):
            thing.attacking = self.pick(self.players)
        elif self.chance(3):
            thing.against = self.pick(self.players)

    def marks(self, thing: Thing) -> None:
        thing.damage = self.number(0, 5) if self.chance(50) else 0
        thing.deathtouched = self.chance(12)
        thing.shields = self.number(1, 2) if self.chance(20) else 0
        thing.unregenerable = self.chance(8)
        thing.tapped = self.chance(20)
        for kind in (PLUS, MINUS, "finality", "indestructible", "shield"):
            if self.chance(12 if kind in (PLUS, MINUS) else 4):
                thing.counters[kind] = self.number(1, 3)
        if self.chance(8):
            thing.attached = self.pick([*self.hosts(), *self.players])

    def permanent(self) -> None:
        kind = self.pick(["artifact", "enchantment", "land"])
        text = (
            ((("engines",), ("max_counters", 2, "charge"), ("space_sculptor",))[self.number(0, 2)],)
            if self.chance(45)
            else ()
        )
        thing = self.put(self.printed(kind, text=text))
        if self.chance(35):
            thing.counters["charge"] = self.number(1, 4)
        if self.chance(15):
            thing.attached = self.pick([*self.hosts(), *self.players])

    def planeswalker(self) -> None:
        thing = self.put(self.printed("planeswalker", sub=("Jace",)))
        if self.chance(60):
            thing.counters["loyalty"] = self.number(1, 4)
        self.maybe_attacked(thing.id)

    def maybe_attacked(self, target: str) -> None:
        """Let something attack it, now and then what is no creature (any more)."""
        there = [t for t in self.table.things.values() if t.zone == "battlefield"]
        creatures = [t for t in there if "creature" in t.printed.types]
        attackers = there if self.chance(10) else creatures
        if attackers and self.chance(30):
            attacker = self.pick(attackers)
            attacker.attacking, attacker.against = target, ""

    def aura(self) -> None:
        text: tuple[Ability, ...] = (("enchant", self.pick(QUALITIES)),)
        role = self.chance(25)
        if self.chance(55):
            text += (
                self.pick(
                    [
                        ("attached_gets", 1, 1),
                        ("attached_gets", -1, -2),
                        ("umbra_armor",),
                        ("attached_loses_all",),
                        ("attached_has", ("protection", ("color", "red"))),
                        ("attached_has", ("indestructible",)),
                        ("attached_is", "artifact"),
                    ]
                ),
            )
            if text[-1][0] == "attached_has" and text[-1][1][0] == "protection" and self.chance(40):
                text += (("spares_self",),)
        if role:
            card = self.printed("enchantment", text=text, sub=("Aura", "Role"))
        else:
            card = self.printed("enchantment", text=text, sub=("Aura",))
        thing = self.put(card, token=role)
        if self.chance(90):
            thing.attached = self.pick([*self.hosts(), *self.players])

    def animated(self) -> None:
        """What is a creature only as long as an Aura stays on it, and attacks."""
        hosts = [t for t in self.table.things.values() if "creature" not in t.printed.types]
        hosts = [t for t in hosts if t.zone == "battlefield"]
        if not hosts:
            return
        host = self.pick(hosts)
        quality = self.pick([("type", self.pick(sorted(host.printed.types))), *QUALITIES])
        text = (("enchant", quality), ("attached_is", "creature"))
        self.put(self.printed("enchantment", text=text, sub=("Aura",)), attached=host.id)
        self.table.effects.append(("base", host.id, *self.size()))
        prey = [id for id, t in self.table.things.items() if t.printed.types & {"planeswalker", "battle"}]
        host.attacking = self.pick([*prey, *prey, *self.players])

    def bestowed(self) -> None:
        card = self.printed(
            "creature", "enchantment", sub=("Nymph",), size=self.size(), text=(("bestow {2}",),)
        )
        thing = self.put(card, bestowed=True)
        thing.attached = self.pick([*self.hosts(), *self.players])

    def equipment(self) -> None:
        fortification = self.chance(30)
        living = not fortification and self.chance(30)
        text: tuple[Ability, ...] = (("reconfigure",),) if living and self.chance(60) else ()
        if self.chance(40):
            text += (
                self.pick(
                    [("attached_gets", 2, 0), ("attached_gets", 0, -2), ("attached_has", ("indestructible",))]
                ),
            )
        types = ("artifact", "creature") if living else ("artifact",)
        sub = ("Fortification",) if fortification else ("Equipment",)
        thing = self.put(self.printed(*types, sub=sub, text=text, size=self.size() if living else None))
        if self.chance(85):
            thing.attached = self.pick([*self.hosts(), *self.players])

    def saga(self) -> None:
        chapters = tuple(("chapter", number) for number in range(1, self.number(1, 3) + 1))
        thing = self.put(self.printed("enchantment", sub=("Saga",), text=chapters))
        if self.chance(85):
            thing.counters["lore"] = self.number(1, 4)
        self.maybe_pending(thing)

    def maybe_pending(self, thing: Thing) -> None:
        if self.chance(15):
            thing.triggered = True
        elif self.chance(15):
            card = Printed(f"Ability {self.dealt}", frozenset())
            ability = self.put(card, zone="stack", source=thing.id)
            ability.owner = ability.controller = thing.controller

    def battle(self) -> None:
        siege = self.chance(65)
        card = self.printed("battle", sub=("Siege",) if siege else ())
        thing = self.put(card)
        if self.chance(75):
            thing.counters["defense"] = self.number(1, 4)
        if self.chance(70):
            thing.protector = self.pick(self.players)
        self.maybe_pending(thing)
        self.maybe_attacked(thing.id)
        if self.chance(10):
            thing.attached = self.pick([*self.hosts(), *self.players])

    def elsewhere(self) -> None:
        zone = self.pick(["graveyard", "exile", "hand", "stack", "library", "command"])
        thing = self.put(self.printed("creature", sub=("Ogre",), size=self.size()), zone=zone)
        what = self.number(0, 3)
        thing.token = what == 0 and zone != "stack"
        thing.spell_copy = what == 1
        thing.card_copy = what == 2
        if self.table.variant == "commander" and what == 3:
            thing.commander, thing.arrived = True, self.chance(70) and zone in ("graveyard", "exile")

    def commander(self) -> None:
        thing = self.put(self.printed("creature", sub=("Ogre",), size=self.size()), commander=True)
        self.marks(thing)
        if self.chance(40):
            seat = self.table.seats[self.pick(self.players)]
            seat.commander_damage[thing.id] = self.pick([20, 21, 25])

    def variant_card(self) -> None:
        if self.table.variant == "archenemy":
            card = Printed(
                self.name(),
                frozenset({"scheme"}),
                supertypes=frozenset({"ongoing"} if self.chance(30) else ()),
            )
        else:
            card = Printed(self.name(), frozenset({"phenomenon"}))
        thing = self.put(card, zone="command", face_down=self.chance(15))
        self.maybe_pending(thing)

    def dungeon(self) -> None:
        thing = self.put(
            Printed(self.name(), frozenset({"dungeon"})), zone="command", on_last_room=self.chance(75)
        )
        self.maybe_pending(thing)

    def copy(self) -> None:
        copied = {t.copy.name: t.copy for t in self.table.things.values() if t.copy}
        originals = [
            t
            for t in self.table.things.values()
            if t.zone == "battlefield"
            and t.printed.types
            and not t.token
            and not t.bestowed
            and t.copy is None
            and not t.face_down
            and copied.get(t.printed.name, t.printed) == t.printed  # a board describes a name only once
        ]
        if originals:
            original = self.pick(originals)
            thing = self.put(original.printed)
            thing.copy = original.printed
            if original.attached and self.chance(60):
                thing.attached = original.attached

    def effect(self) -> None:
        ids = [id for id, t in self.table.things.items() if t.zone == "battlefield" and not t.phased_out]
        if not ids:
            return
        id = self.pick(ids)
        types = self.table.things[id].printed.types
        kinds: list[tuple] = [
            ("gets", id, 1, 1),
            ("gets", id, -1, -2),
            ("gains", id, self.pick([*SIMPLE, *PROTECTIONS])),
            ("loses_all", id),
            ("loses", id, self.pick([("indestructible",), ("flying",), ("umbra_armor",)])),
            ("not_legendary", id),
            ("color", id, "red"),
            ("color", id, "white"),
            ("colorless", id),
            ("named", id, "Anra"),
            ("not_regenerated", id),
            ("not_destroyed", id),
            ("cant_lose", self.pick(self.players)),
            ("adds_type", id, "artifact"),
            ("adds_type", id, "land"),
            ("removes_type", id, self.pick(sorted(types))) if len(types) > 1 else ("gets", id, 0, -1),
        ]
        if types & {"planeswalker", "battle"}:
            kinds += [("removes_type", id, self.pick(sorted(types)))] * 2
            kinds += [("adds_type", id, "planeswalker")] * 2
        if "creature" in types:
            kinds.append(("base", id, *self.size()))
        elif self.chance(30):
            self.table.effects += [("adds_type", id, "creature"), ("base", id, *self.size())]
            return
        self.table.effects.append(self.pick(kinds))


def _seats(random: Random, variant: str, calm: bool) -> dict[str, Seat]:
    heads = variant == "two_headed_giant"
    seats = {}
    for position, name in enumerate("ABCD"[: 4 if heads else random.randint(2, 3)]):
        seat = seats[name] = Seat(name, team=("North", "South")[position // 2] if heads else "")
        if not calm:
            seat.life = random.choice([20] * 9 + [1, 0, -3])
            seat.poison = random.choice([0] * 5 + [3, 9, 10])
            seat.speed = random.choice([None, None, 0, 4])
            seat.drew_from_empty = random.random() < 0.06
            seat.abilities = (("protection", ("color", "red")),) if random.random() < 0.1 else ()
    return seats


@st.composite
def tables(draw: Draw, most: int = 7) -> Table:
    """A table of a random variant with up to ``most`` objects and three effects."""
    random = Random(draw(st.integers(0, 2**64 - 1)))
    variant = random.choice(VARIANTS)
    table = Table(_seats(random, variant, draw(st.integers(0, 2)) == 0), {}, variant=variant)
    if variant == "two_headed_giant":
        table.team_life = {team: random.choice([30] * 9 + [0]) for team in ("North", "South")}
        table.team_poison = {team: random.choice([0, 0, 0, 8]) for team in ("North", "South")}
    if variant == "planechase":
        table.planar_controller = "A"
    deal = _Deal(random, table)
    kinds = [deal.creature] * 3 + [deal.aura, deal.equipment, deal.battle] * 2
    kinds += [
        deal.permanent,
        deal.planeswalker,
        deal.bestowed,
        deal.animated,
        deal.saga,
        deal.elsewhere,
        deal.dungeon,
        deal.copy,
    ]
    if variant == "commander":
        kinds += [deal.commander] * 3
    if variant in ("archenemy", "planechase"):
        kinds += [deal.variant_card] * 3
    for _ in range(most):
        kind = random.choice(kinds)
        before = set(table.things)
        kind()
        if draw(st.integers(0, 4)) == 0:
            _remove(table, set(table.things) - before)
    for _ in range(random.choice([0, 0, 1, 2, 3])):
        known = len(table.effects)
        deal.effect()
        if draw(st.integers(0, 4)) == 0:
            del table.effects[known:]
    for target in {thing.attacking for thing in table.things.values()} & set(table.things):
        table.things[target].attacking = ""  # nothing attacks and is attacked in one combat
    _phase_out(deal)
    return table


def _remove(table: Table, ids: set[str]) -> None:
    for id in ids:
        del table.things[id]
    table.effects = [effect for effect in table.effects if effect[1] not in ids]
    for seat in table.seats.values():
        seat.commander_damage = {id: n for id, n in seat.commander_damage.items() if id not in ids}
    for thing in table.things.values():
        thing.attached = "" if thing.attached in ids else thing.attached
        thing.attacking = "" if thing.attacking in ids else thing.attacking


def _phase_out(deal: _Deal) -> None:
    """Let a permanent be phased out, and with it all that is attached to it (702.26g)."""
    things = deal.table.things
    ids = [id for id, thing in things.items() if thing.zone == "battlefield"]
    if not ids or not deal.chance(12):
        return
    out = {deal.pick(ids)}
    while more := {id for id, thing in things.items() if thing.attached in out} - out:
        out |= more
    for id in out:
        things[id].phased_out = True
    deal.table.effects = [effect for effect in deal.table.effects if effect[1] not in out]
