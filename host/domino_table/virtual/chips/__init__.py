"""Models of the chips on the table, made from their datasheets and from nothing else.

All are plain objects driven by the virtual clock: whole µs that never go back. They have no threads and no events of
their own; each works out what happened since the last call when it is called. The wiring uses these faces:

========================  ==============================================================================================
``pn5180.PN5180``         ``select(t, level)`` NSS, ``exchange(t, mosi) -> miso``, ``reset(t, level)``;
                          ``busy_levels(t)`` and ``irq_levels(t)`` -> [(time, level)] as known now, the past first;
                          ``busy_after(opcode)`` µs of BUSY after NSS rises, ``busy_table()`` all that differ from it
``slix2.Tag``             used by ``virtual.field`` only; ``virtual.field.AirPort`` is what a PN5180 is given
``tpic6b595.Chain``       ``exchange(t, mosi)``, ``latch(t, level)``, ``enable(t, level)``, ``clear(t, level)``;
                          ``outputs`` bit n = output n conducts; give it to ``Field.drive`` after each change
``hc165.ShiftRegister``   ``load(t, level)``, ``exchange(t, mosi) -> miso``; ``press(bit)``, ``release(bit)``
``st7789.Display``        ``select(t, level)``, ``data_command(t, level)``, ``reset(t, level)``,
                          ``backlight(t, level)``, ``exchange(t, mosi)``; ``image(t)``, ``png(t)``
``ws2812.Strip``          ``write(t, data)``; ``colours(t)`` -> [(red, green, blue)]
``piezo.Piezo``           ``hit(t, strength)``; ``read(t)`` 0..65535, ``holds_until(t)`` for the bus
``buzzer.Buzzer``         ``pwm(t, frequency, duty)``; ``tone``, ``history``
========================  ==============================================================================================
"""
