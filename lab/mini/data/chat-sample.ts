import type { HabitFixture } from '../../../app/habit-coach/initial-habits.ts';
import type { Protocol } from '../../../app/habit-coach/protocol.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ToolResult } from '../../../src/tool/tool.ts';
import { added, explained, found, listed, logged, rowsOf, streaks } from './answers.ts';
import { Chance } from './chance.ts';
import { CoachDialogue, damaged, type PlannedCall, type Segment } from './coach.ts';
import { asTyped } from './noise.ts';
import { prefixOf } from './requests/prefixes.ts';
import { type KindOfRequest, makeRequest, type RequestKind } from './requests/requests.ts';
import { makeUserState } from './user-state.ts';
import { SPOKEN_PROTOCOLS } from './words/protocols.ts';
import { makeSmallTalk } from './words/small-talk.ts';

export interface ChatSample {
	readonly users: readonly string[];
	readonly segments: readonly Segment[];
}

/** How often each kind is asked, per hundred; what is left is small talk. */
const SHARES: readonly (readonly [RequestKind, number])[] = [
	['area', 17],
	['areaTwo', 2],
	['keyword', 8],
	['thing', 4],
	['detail', 6],
	['detailKnown', 7],
	['list', 6],
	['streak', 4],
	['streakKnown', 5],
	['streakAll', 1],
	['log', 5],
	['logKnown', 7],
	['add', 3],
	['addKnown', 8],
	['addArea', 1],
	['addThing', 2],
];

/** One dialogue of one or two user turns. The same seed gives the same dialogue. */
export async function makeChatSample(seed: number, catalog: readonly Protocol[], today: string): Promise<ChatSample> {
	const chance = new Chance(seed);
	const state = makeUserState(catalog, today, chance);
	const dialogue = new CoachDialogue(catalog, state, chance.of(0.75));
	const users: string[] = [];
	try {
		const turns = chance.of(0.15) ? 2 : 1;
		for (let turn = 0; turn < turns; turn++) users.push(await oneTurn({ dialogue, state, catalog, chance }));
	} finally {
		dialogue.close();
	}
	return { users, segments: dialogue.segments };
}

interface Turn {
	readonly dialogue: CoachDialogue;
	readonly state: HabitFixture;
	readonly catalog: readonly Protocol[];
	readonly chance: Chance;
}

async function oneTurn({ dialogue, state, catalog, chance }: Turn): Promise<string> {
	const kind = kindAt(chance.between(0, 99));
	if (kind === undefined) {
		const { text, answer } = makeSmallTalk(chance);
		const typed = asTyped(text, chance);
		dialogue.user(typed);
		dialogue.say(answer);
		return typed;
	}
	const made = makeRequest(kind, {
		chance,
		catalog,
		habits: state.habits.filter(({ status }) => status === 'active'),
		today: state.today,
	});
	const request = { ...made, text: asTyped(made.text, chance) };
	dialogue.user(request.text);
	dialogue.say(await new Answer({ dialogue, request, chance, catalog }).give());
	return request.text;
}

function kindAt(percent: number): RequestKind | undefined {
	let below = 0;
	for (const [kind, share] of SHARES) {
		below += share;
		if (percent < below) return kind;
	}
	return undefined;
}

/** The calls that answer a request, one after the other, and the last sentence. */
class Answer {
	readonly #dialogue: CoachDialogue;
	readonly #request: KindOfRequest;
	readonly #chance: Chance;
	readonly #catalog: readonly Protocol[];

	constructor(given: {
		dialogue: CoachDialogue;
		request: KindOfRequest;
		chance: Chance;
		catalog: readonly Protocol[];
	}) {
		this.#dialogue = given.dialogue;
		this.#request = given.request;
		this.#chance = given.chance;
		this.#catalog = given.catalog;
	}

	async give(): Promise<string> {
		const { wish } = this.#request;
		switch (wish.type) {
			case 'search-area':
				return found(
					await this.#first(
						search({ category: wish.category, ...(wish.limit === undefined ? {} : { limit: wish.limit }) }),
					),
				);
			case 'search-two':
				return found(...(await this.#firstOf(wish.categories.map((category) => search({ category })))));
			case 'search-keyword':
				return found(
					await this.#first(
						search({ keyword: wish.keyword, ...(wish.category === undefined ? {} : { category: wish.category }) }),
					),
				);
			case 'detail':
				await this.#first(search({ keyword: wish.keyword }));
				return explained(await this.#next(query(wish.protocolId)));
			case 'detail-known':
				return explained(...(await this.#firstOf(wish.ids.map(query))));
			case 'list':
				return listed(await this.#first(list(wish.habitType)));
			case 'streak':
				return await this.#withHabit(wish.protocolId, async (id) => streaks(await this.#next(streak(id))));
			case 'streak-known':
				return streaks(...(await this.#firstOf(wish.ids.map(streak))));
			case 'streak-all': {
				const ids = rowsOf(await this.#first(list())).map(({ id }) => String(id));
				return ids.length === 0
					? '아직 하고 있는 습관이 없어요.'
					: streaks(...(await this.#dialogue.call('', ids.map(streak))));
			}
			case 'log':
				return await this.#withHabit(wish.protocolId, async (id) =>
					logged(await this.#next(log(id, wish.value, wish.date))),
				);
			case 'log-known':
				return logged(...(await this.#firstOf(wish.ids.map((id) => log(id, wish.value, wish.date)))));
			case 'add':
				await this.#first(search({ keyword: wish.keyword }));
				return added(await this.#next(add(wish.protocolId, wish.extra)));
			case 'add-known':
				return added(
					...(await this.#firstOf(
						wish.ids.map((id) => add(id, 'framed_text' in wish.extra ? wish.extra : frameOf(id))),
					)),
				);
			case 'add-area':
				return await this.#addFirst(search({ category: wish.category }));
			case 'add-thing':
				return await this.#addFirst(search({ keyword: wish.keyword }));
		}
	}

	async #addFirst(call: PlannedCall): Promise<string> {
		const id = String(rowsOf(await this.#first(call))[0]?.id ?? '');
		return id === '' ? '알맞은 프로토콜을 찾지 못했어요.' : added(await this.#next(add(id, frameOf(id))));
	}

	async #withHabit(protocolId: string, then: (id: string) => Promise<string>): Promise<string> {
		const title = this.#catalog.find(({ id }) => id === protocolId)?.title;
		const row = rowsOf(await this.#first(list())).find((habit) => habit.title === title);
		return row === undefined ? '지금 하고 있는 습관에는 없어요.' : await then(String(row.id));
	}

	async #first(call: PlannedCall): Promise<ToolResult> {
		return only(await this.#firstOf([call]));
	}

	/** The first generation: what is said before the calls, rarely something else, and rarely a damaged call. */
	async #firstOf(calls: readonly PlannedCall[]): Promise<readonly ToolResult[]> {
		const { kind, register, text, wish } = this.#request;
		const odd = this.#chance.between(0, 99);
		const said =
			odd < 2 ? '' : odd < 4 ? '네, 잠시만요.' : odd === 4 ? '\n' : odd === 5 ? `${text}\n` : prefixOf(this.#request);
		const [call] = calls;
		if (call === undefined) throw new Error('a generation without a call');
		if (kind === 'list' && register === 'casual' && wish.type === 'list' && wish.habitType === 'break') {
			return await this.#dialogue.call(said, [
				{ ...call, raw: `<|tool_call>call:list_active_habits{type:"break"}<tool_call|>` },
			]);
		}
		return await this.#dialogue.call(
			said,
			this.#chance.of(0.012) ? [damaged(call, this.#chance), ...calls.slice(1)] : calls,
		);
	}

	async #next(call: PlannedCall): Promise<ToolResult> {
		return only(await this.#dialogue.call('', [call]));
	}
}

function only([result]: readonly ToolResult[]): ToolResult {
	if (result === undefined) throw new Error('a call without a result');
	return result;
}

const search = (args: JsonObject): PlannedCall => ({ name: 'search_catalog', arguments: args });
const query = (id: string): PlannedCall => ({ name: 'query_protocol', arguments: { protocol_id: id } });
const list = (type?: string): PlannedCall => ({
	name: 'list_active_habits',
	arguments: type === undefined ? {} : { type },
});
const streak = (id: string): PlannedCall => ({ name: 'get_streak', arguments: { habit_id: id } });
const add = (id: string, extra: JsonObject): PlannedCall => ({
	name: 'add_habit',
	arguments: { protocol_id: id, ...extra },
});
const log = (id: string, value: string, date?: string): PlannedCall => ({
	name: 'log_tracker_entry',
	arguments: { habit_id: id, value, ...(date === undefined ? {} : { date }) },
});

function frameOf(id: string): JsonObject {
	const text = SPOKEN_PROTOCOLS[id]?.conditional.join(' ') ?? '알람이 울리면 바로 시작한다';
	return { frame_level: 'L2', framed_text: text };
}
