import type { Protocol, ProtocolCategory } from '../../../../app/habit-coach/protocol.ts';
import type { JsonObject } from '../../../../src/base/json.ts';
import type { Chance } from '../chance.ts';
import type { Register } from '../wording.ts';

/** What the user wants, as far as the coach's answer depends on it. */
export type Wish =
	| { readonly type: 'search-area'; readonly category: ProtocolCategory; readonly limit?: number }
	| { readonly type: 'search-two'; readonly categories: readonly [ProtocolCategory, ProtocolCategory] }
	| { readonly type: 'search-keyword'; readonly keyword: string; readonly category?: ProtocolCategory }
	| { readonly type: 'detail'; readonly protocolId: string; readonly keyword: string }
	| { readonly type: 'detail-known'; readonly ids: readonly string[] }
	| { readonly type: 'list'; readonly habitType?: 'build' | 'break' }
	| { readonly type: 'streak'; readonly protocolId: string }
	| { readonly type: 'streak-known'; readonly ids: readonly string[] }
	| { readonly type: 'streak-all' }
	| { readonly type: 'log'; readonly protocolId: string; readonly value: 'done' | 'blank'; readonly date?: string }
	| {
			readonly type: 'log-known';
			readonly ids: readonly string[];
			readonly value: 'done' | 'blank';
			readonly date?: string;
	  }
	| { readonly type: 'add'; readonly protocolId: string; readonly keyword: string; readonly extra: JsonObject }
	| { readonly type: 'add-known'; readonly ids: readonly string[]; readonly extra: JsonObject }
	| { readonly type: 'add-area'; readonly category: ProtocolCategory }
	| { readonly type: 'add-thing'; readonly keyword: string };

export interface Request {
	readonly text: string;
	readonly register: Register;
	/** Which pattern made it: decides whether the coach speaks before it calls. */
	readonly pattern: number;
	readonly wish: Wish;
}

export interface RequestContext {
	readonly chance: Chance;
	readonly catalog: readonly Protocol[];
	/** Habits of the user's database: id and protocol. */
	readonly habits: readonly { readonly id: string; readonly protocolId: string }[];
	readonly today: string;
}

/** A request before its words are chosen. */
export interface Made {
	readonly patterns: readonly string[];
	readonly slots: Readonly<Record<string, string>>;
	readonly wish: Wish;
}
