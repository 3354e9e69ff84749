#!/usr/bin/env python3
"""An engine in ten lines: it plays any legal action.

    triancey-referee certify --engine cmd='python3 random_agent.py'
    triancey-referee match --engine cmd='python3 random_agent.py' name=mine --engine builtin:reference
"""
import random

import triancey


def agent(state):
    return random.choice(state.legal_actions())


if __name__ == "__main__":
    triancey.serve(agent, name="random agent", author="an example")
