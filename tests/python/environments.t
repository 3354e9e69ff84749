#!/usr/bin/env python3
"""Environments in the shape of PettingZoo and Gymnasium. Where these packages are installed, their own checkers run, too."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import need, refused  # noqa: E402
from tgi import done, ok  # noqa: E402

need(numpy=True)
import numpy as np  # noqa: E402

import triancey  # noqa: E402


def check_turns():
    for line in ("crepe selacata", "trioker-rapid players 3", "duck trioker-puzzle"):
        env, wrong, last = triancey.aec_env(line, render_mode="ansi"), [], {}
        env.reset(seed=1)
        for agent in env.possible_agents:
            env.action_space(agent).seed(1)
        ok(env.agents == env.possible_agents and env.num_agents == env.max_num_agents == env.board.players
           and env.action_space("seat_0") is env.action_space("seat_0"), "agents of %s" % line)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            wrong += [agent] * (not env.observation_space(agent).contains(observation) or truncated)
            if terminated:
                last[agent] = reward
                env.step(None)
            else:
                wrong += [agent] * (reward != 0 or not observation["action_mask"].any())
                for other in env.agents:
                    wrong += [other] * bool(other != agent and env.observe(other)["action_mask"].any())
                env.step(env.action_space(agent).sample(observation["action_mask"]))
        ok(not wrong and not env.agents and last == dict(zip(env.possible_agents, env._state.returns())) and "half 1" in env.render(),
           "a half of %s, turn by turn" % line, last, *wrong[:3])
        refused(lambda: env.step(0), triancey.NoTurn, "reset()", "it is over")
    env = triancey.aec_env("crepe selacata", half=2)
    env.reset()
    ok(env.agent_selection == "seat_1", "seat 1 begins the second half")
    env.step(3)
    refused(lambda: env.step(3), triancey.IllegalAction, "not empty", "an illegal action is refused")
    refused(lambda: env.step(None), TypeError, "action", "so is none")
    ok(env.agent_selection == "seat_0", "and nothing has changed")
    refused(lambda: triancey.aec_env("crepe", half=3), triancey.OutOfRange, "half: 3", "no such half")
    refused(lambda: triancey.aec_env("crepe", render_mode="human"), triancey.InvalidInput, "render_mode", "no such way to draw")

    def play(seed):
        env = triancey.aec_env("trioker-rapid")
        env.reset(seed=seed)
        for _ in range(20):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        return env.state().tobytes()

    ok(play(5) == play(5) != play(6), "chance is drawn from the seed")


def check_parallel():
    env = triancey.parallel_env("crepe selacata")
    observations, infos = env.reset(seed=1)
    ok(set(observations) == set(infos) == set(env.agents), "a parallel environment begins")
    refused(lambda: env.step({"seat_1": 0}), triancey.InvalidInput, "seat_0", "the one that has the turn must act")
    steps = 0
    while env.agents:
        observations, rewards, terminations, truncations, infos = env.step(
            {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents})
        steps += 1
    ok(steps > 15 and rewards["seat_0"] == -rewards["seat_1"] and all(terminations.values()) and not any(truncations.values()),
       "and ends for all at once", steps, rewards)


def last_seen(env, seed):
    """The last that an agent sees which plays the first legal action."""
    _, info = env.reset(seed=np.int64(seed))
    terminated = False
    while not terminated:
        observation, _, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    return observation.tobytes()


def check_gym():
    env = triancey.GymEnv("crepe selacata", "random")
    seats = []
    for episode in range(4):
        observation, info = env.reset(seed=None if episode else 1)
        seats.append((info["seat"], info["half"], int(observation[2].sum())))
        terminated = False
        while not terminated:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            if not env.observation_space.contains(observation) or (reward and not terminated) or truncated:
                ok(False, "a step", reward, terminated, truncated)
    ok(seats == [(0, 1, 48), (1, 1, 47), (0, 2, 47), (1, 2, 48)] and info["over"] in ("full", "stalemate"), "episodes change seats and halves", seats)
    refused(lambda: env.step(0), triancey.NoTurn, "reset()", "it is over")
    ok(last_seen(env, 7) == last_seen(env, 7) != last_seen(env, 8), "the opponent plays by the seed")
    refused(lambda: env.reset(seed=-1), triancey.OutOfRange, "seed: -1", "no such seed")
    env = triancey.GymEnv("crepe selacata", lambda state: state.legal_actions()[0], seat=1, illegal="forfeit")
    _, info = env.reset()
    ok(info["action_mask"][0] == 0 and info["seat"] == 1, "an opponent that is a function has moved")
    _, reward, terminated, _, info = env.step(0)
    ok(reward == -48 and terminated and "not empty" in info["illegal"], "an illegal action may cost the half, as in a league", reward, info)
    answers = [10**6, 2, 3]
    env = triancey.GymEnv("crepe triancey", lambda state: state.apply_action(0) or answers.pop(0), seat=0)
    env.reset()
    refused(lambda: env.step(1), triancey.OutOfRange, "action: 1000000", "an opponent that plays no action")
    ok(env.step(1)[4]["action_mask"][:3].tolist() == [1, 0, 0] and env._state.history() == [1, 2],
       "after which the agent's step has not been made, nor what the opponent did to its state")
    refused(lambda: triancey.GymEnv("crepe", 5), TypeError, "opponent", "no opponent")
    refused(lambda: triancey.GymEnv("crepe", seat=2), triancey.OutOfRange, "seat: 2", "no such seat")
    refused(lambda: triancey.GymEnv("crepe", illegal="ignore"), triancey.InvalidInput, "illegal", "no such rule")


def check_order():
    """Nothing but reset() has a meaning at first, and each method says so, as PettingZoo's wrapper does."""
    turns, parallel, gym = triancey.aec_env("crepe"), triancey.parallel_env("crepe"), triancey.GymEnv("crepe", "random", render_mode="ansi")
    for env, calls in ((turns, {"last": turns.last, "agent_iter": turns.agent_iter, "observe": lambda: turns.observe("seat_0"), "state": turns.state,
                                "step": lambda: turns.step(0), "render": turns.render}),
                       (parallel, {"step": lambda: parallel.step({"seat_0": 0}), "state": parallel.state, "render": parallel.render}),
                       (gym, {"step": lambda: gym.step(0), "render": gym.render})):
        for name, call in calls.items():
            refused(call, triancey.ResetNeeded, name + ": reset() needs to be called first", "%s.%s() before reset()" % (type(env).__name__, name))
        env.close()
    for name in "rewards", "terminations", "truncations", "infos", "agent_selection":
        refused(lambda: getattr(turns, name), AttributeError, name + ": reset() needs to be called first", name + " before reset()")
    refused(lambda: turns.reward, AttributeError, "'reward'", "an attribute that there never is")
    ok(issubclass(triancey.ResetNeeded, triancey.NoTurn) and issubclass(triancey.ResetNeeded, AssertionError), "who catches PettingZoo's error catches this one")
    turns.reset()
    ok(turns.rewards == {"seat_0": 0.0, "seat_1": 0.0} and next(turns.agent_iter()) == "seat_0" and turns.last()[1] == 0, "then all is there")


def check_by_others():
    try:
        from pettingzoo.test import api_test, parallel_api_test, seed_test
        api_test(triancey.aec_env("crepe selacata"), num_cycles=100)
        parallel_api_test(triancey.parallel_env("crepe selacata"), num_cycles=100)
        seed_test(lambda: triancey.aec_env("trioker-rapid players 3"), num_cycles=50)
        ok(True, "PettingZoo's checkers")
    except ImportError:
        ok(True, "PettingZoo's checkers # SKIP it is not installed")
    try:
        from gymnasium.utils.env_checker import check_env
        check_env(triancey.GymEnv("crepe selacata", "random", illegal="forfeit"), skip_render_check=True)
        ok(True, "Gymnasium's checker")
    except ImportError:
        ok(True, "Gymnasium's checker # SKIP it is not installed")


for check in (check_order, check_turns, check_parallel, check_gym, check_by_others):
    check()
done()
