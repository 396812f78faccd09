"""Names of the PN5180's registers and bits, and its EEPROM (datasheet Rev 4.0, §11.5 and §11.8-11.9)."""

from __future__ import annotations

from typing import Final

SYSTEM_CONFIG, IRQ_ENABLE, IRQ_STATUS, IRQ_CLEAR, TRANSCEIVE_CONTROL = 0x00, 0x01, 0x02, 0x03, 0x04
RX_WAIT_CONFIG, CRC_RX_CONFIG, RX_STATUS, TX_WAIT_CONFIG, TX_CONFIG, CRC_TX_CONFIG = 0x11, 0x12, 0x13, 0x17, 0x18, 0x19
RF_STATUS, RF_CONTROL_TX, SYSTEM_STATUS, TEMP_CONTROL, AGC_REF_CONFIG, DPC_CONFIG = 0x1D, 0x20, 0x24, 0x25, 0x26, 0x27
RM_CONFIG_EXT: Final = 0x39

REGISTERS: Final = frozenset((*range(0x06), *range(0x07, 0x2A), RM_CONFIG_EXT))
"""Addresses that exist."""
READ_ONLY: Final = frozenset((IRQ_STATUS, 0x08, 0x09, 0x0A, RX_STATUS, RF_STATUS, SYSTEM_STATUS))

# SYSTEM_CONFIG
COMMAND_MASK, COMMAND_IDLE, COMMAND_TRANSCEIVE, COMMAND_KEEP = 0x07, 0, 3, 4
START_SEND, SOFT_RESET = 1 << 3, 1 << 8

# IRQ_STATUS, IRQ_ENABLE, IRQ_CLEAR
RX_IRQ, TX_IRQ, IDLE_IRQ = 1 << 0, 1 << 1, 1 << 2
RFOFF_DET_IRQ, RFON_DET_IRQ, TX_RFOFF_IRQ, TX_RFON_IRQ, RF_ACTIVE_ERROR_IRQ = 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10
RX_SOF_DET_IRQ, RX_SC_DET_IRQ, GENERAL_ERROR_IRQ, HV_ERROR_IRQ = 1 << 14, 1 << 15, 1 << 17, 1 << 18

# RX_STATUS
RX_LAST_BITS_SHIFT, RX_COLLISION_SHIFT = 13, 19
RX_INTEGRITY_ERROR, RX_PROTOCOL_ERROR, RX_COLLISION = 1 << 16, 1 << 17, 1 << 18

# RF_STATUS
RX_ACTIVE, TX_ACTIVE, RX_ENABLE, TX_RF_ON = 1 << 10, 1 << 11, 1 << 12, 1 << 17
RF_ACTIVE_CAUSE_SHIFT, RF_CAUSE_EXTERNAL_FIELD = 13, 1
TRANSCEIVE_STATE_SHIFT: Final = 24
IDLE, WAIT_TRANSMIT, TRANSMITTING, WAIT_RECEIVE, WAIT_FOR_DATA, RECEIVING = 0, 1, 2, 3, 4, 5

# SYSTEM_STATUS, the cause of the last exception
SEMANTIC_ERROR, SYNTAX_ERROR, PARAMETER_ERROR = 1 << 6, 1 << 7, 1 << 8

# TX_CONFIG
TX_START_SYMBOL, TX_STOP_SYMBOL, TX_DATA_ENABLE = 0x0C0, 0x300, 1 << 10
CRC_ENABLE: Final = 1

# DPC_CONFIG, the output stage of a reader's field: bits as NXP's reader library names them (phhalHw_Pn5180_Reg.h)
TX_AMP_OF_SUPPLY, TX_CW_AMPLITUDE_SHIFT, TX_CW_TO_MAX = 1 << 0, 1, 1 << 3
DPC_DEFAULT: Final = 0x000FFFF0 | TX_AMP_OF_SUPPLY
"""All conductances full, the highest amplitude below the supply."""


def drive_level(dpc_config: int) -> int:
    """Which of the eight driver voltages DPC_CONFIG asks for (datasheet figure 35), 0 the strongest.

    The order of the codes within each four is that of the figure.
    """
    if dpc_config & TX_CW_TO_MAX:
        return 0
    code = dpc_config >> TX_CW_AMPLITUDE_SHIFT & 3
    return code if dpc_config & TX_AMP_OF_SUPPLY else 4 + code


NO_CONFIG: Final = 0xFF
ISO15693_TX: Final = frozenset((0x0D, 0x0E))
ISO15693_RX_26, ISO15693_RX_53 = 0x8D, 0x8E
LAST_TX_CONFIG, FIRST_RX_CONFIG, LAST_RX_CONFIG = 0x1C, 0x80, 0x9C

EEPROM_SIZE: Final = 255
DIE_IDENTIFIER, PRODUCT_VERSION, FIRMWARE_VERSION, EEPROM_VERSION = 0x00, 0x10, 0x12, 0x14
IDLE_IRQ_AFTER_BOOT, TESTBUS_ENABLE, XTAL_BOOT_TIME, IRQ_PIN_CONFIG = 0x16, 0x17, 0x18, 0x1A
FIRST_WRITABLE: Final = IDLE_IRQ_AFTER_BOOT
IRQ_ACTIVE_HIGH, IRQ_CLEAR_ON_READ = 1, 2

RESET_VALUES: Final = {
    TRANSCEIVE_CONTROL: 0x00000001,
    RX_WAIT_CONFIG: 0x00000000,
    TX_CONFIG: 0x00000000,
    AGC_REF_CONFIG: 0x00000000,
    DPC_CONFIG: DPC_DEFAULT,
}


def default_rf_configs() -> dict[int, dict[int, int]]:
    """Register contents that LOAD_RF_CONFIG sets, by configuration: only the registers this model acts upon.

    The values keep the meaning of the bits it looks at (symbols and data on, CRC on); the analogue rest is left out.
    """
    transmit = {TX_CONFIG: TX_DATA_ENABLE | 0x100 | 0x080, CRC_TX_CONFIG: CRC_ENABLE, TX_WAIT_CONFIG: 0}
    transmit[DPC_CONFIG] = DPC_DEFAULT
    receive = {CRC_RX_CONFIG: CRC_ENABLE, RX_WAIT_CONFIG: 0}
    configs = {config: dict(transmit) for config in range(LAST_TX_CONFIG + 1)}
    configs.update({config: dict(receive) for config in range(FIRST_RX_CONFIG, LAST_RX_CONFIG + 1)})
    for config in (0x00, 0x80):  # ISO 14443 A begins with short frames without CRC
        configs[config][CRC_TX_CONFIG if config == 0 else CRC_RX_CONFIG] = 0
    return configs


def default_eeprom(die: bytes = bytes(range(16)), firmware: tuple[int, int] = (4, 0)) -> bytearray:
    """A chip as delivered with firmware (major, minor); versions are stored minor first."""
    memory = bytearray(EEPROM_SIZE)
    memory[:16] = die
    major, minor = firmware
    for address in (PRODUCT_VERSION, FIRMWARE_VERSION):
        memory[address], memory[address + 1] = minor, major
    memory[EEPROM_VERSION + 1] = 0x99
    memory[IDLE_IRQ_AFTER_BOOT] = 1
    memory[IRQ_PIN_CONFIG] = IRQ_ACTIVE_HIGH
    return memory
