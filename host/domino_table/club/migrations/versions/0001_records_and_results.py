"""Records of tables and the results that follow from them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "journal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("build", sa.String(length=64), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.BigInteger(), nullable=True),
        sa.Column("folded", sa.BigInteger(), nullable=False),
        sa.Column("synced", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sa.UniqueConstraint("device", "epoch", name=op.f("uq_journal_device_epoch")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("name", name=op.f("uq_player_name")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("journal_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("stored", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.Column("profile", sa.String(length=64), nullable=True),
        sa.Column("place", sa.String(length=200), nullable=True),
        sa.Column("event", sa.String(length=200), nullable=True),
        sa.Column("date", sa.String(length=32), nullable=True),
        sa.Column("duration", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=True),
        sa.Column("draw", sa.Boolean(), nullable=False),
        sa.Column("accounts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name=op.f("fk_match_journal_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("journal_id", "first", name=op.f("uq_match_journal_id_first")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_journal_id"), ["journal_id"], unique=False)

    op.create_table(
        "record",
        sa.Column("journal_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Integer(), nullable=False),
        sa.Column("ticks", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["journal_id"], ["journal.id"], name=op.f("fk_record_journal_id")),
        sa.PrimaryKeyConstraint("journal_id", "seq", name=op.f("pk_record")),
    )
    op.create_table(
        "foul",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("certain", sa.Boolean(), nullable=False),
        sa.Column("remedy", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_foul_match_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_foul")),
    )
    op.create_table(
        "round",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("fisherman", sa.Integer(), nullable=True),
        sa.Column("carry", sa.Integer(), nullable=True),
        sa.Column("hands", sa.JSON(), nullable=False),
        sa.Column("recorded", sa.JSON(), nullable=False),
        sa.Column("accounts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_round_match_id")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_round")),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("title", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_player_id"))

    op.drop_table("seat")
    op.drop_table("round")
    op.drop_table("foul")
    op.drop_table("record")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_match_journal_id"))

    op.drop_table("match")
    op.drop_table("player")
    op.drop_table("journal")
