import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { canonicalJson, type JsonValue, jsonOf } from '../src/base/json.ts';
import { type Message, message } from '../src/base/message.ts';
import { packageVersion } from '../src/base/read-file.ts';
import { subjectOf } from '../src/eval/settings/identity.ts';
import { endFields } from '../src/model/border.ts';
import type { Completer, CompletionEvent, CompletionRequest, Piece } from '../src/model/completer.ts';
import { wasCutOff } from '../src/model/generation.ts';
import type { KeptFacts, LoadedModel, RawModel } from '../src/model/runner.ts';
import { hostIdentity } from './host.ts';

/** The answers that are kept may take so many bytes; those not used for longest go first. */
const MAX_BYTES = 256 * 1024 * 1024;
const AFTER_PRUNING = 0.8;
/** Another run may be writing. */
const BUSY_MS = 1000;
const DAY_S = 86_400;
const NAMES = ['', '-wal', '-shm'];

const answerSchema = z.object({
	texts: z.array(z.string()).readonly(),
	tokens: z.array(z.number().nullish()).readonly(),
	end: z.object(endFields),
});
type Answer = z.output<typeof answerSchema>;

interface OpenedCache {
	readonly database: DatabaseSync;
	readonly get: StatementSync;
	readonly put: StatementSync;
	readonly drop: StatementSync;
	readonly getFact: StatementSync;
	readonly putFact: StatementSync;
	readonly dropFact: StatementSync;
}

/**
 * Answers by all that can change them, in a database of the user's cache folder. What keeps it from working (another
 * program's lock, a damaged file, a full disk) is told once, and the model is asked.
 */
export class AnswerCache {
	readonly #file: string;
	readonly #onProblem: (said: Message) => void;
	readonly #maxBytes: number;
	#opened: OpenedCache | undefined;
	#broken = false;
	/** Bytes since it was last pruned. */
	#added = 0;
	#toldDamage = false;
	/** Answers of a model that is not confirmed yet. */
	#held = new Map<string, Answer>();
	/** Keys of what this run has kept. */
	readonly #kept = new Set<string>();

	constructor(file: string, onProblem: (said: Message) => void, maxBytes: number = MAX_BYTES) {
		this.#file = file;
		this.#onProblem = onProblem;
		this.#maxBytes = maxBytes;
	}

	/** Of engines, for a day: threads that were chosen on a busy machine are chosen again. */
	readonly loads: KeptFacts = {
		get: (key) => this.#try(({ getFact }) => getFact.get(key))?.fact as string | undefined,
		put: (key, fact) => void this.#try(({ putFact }) => putFact.run(key, fact, now())),
		drop: (key) => void this.#try(({ dropFact }) => dropFact.run(key)),
	};

	get(key: string): Answer | undefined {
		const row = this.#try(({ get }) => get.get(now(), key));
		if (row === undefined) return undefined;
		const answer = readAnswer(String(row.answer));
		if (answer !== undefined) return answer;
		this.#try(({ drop }) => drop.run(key));
		if (!this.#toldDamage) this.#onProblem(message('run.answer-damaged', { file: this.#file }));
		this.#toldDamage = true;
		return undefined;
	}

	/** Keeps an answer once its model is confirmed. */
	hold(key: string, answer: Answer): void {
		this.#held.set(key, answer);
	}

	/** Keeps what is held if `confirm` is true. Where it throws, another model may have answered: nothing of this run stays. */
	async confirmed(confirm: () => Promise<boolean>): Promise<boolean> {
		const held = this.#held;
		this.#held = new Map();
		try {
			const isSame = await confirm();
			if (isSame) for (const [key, answer] of held) this.put(key, answer);
			return isSame;
		} catch (error) {
			this.#held.clear();
			for (const key of this.#kept) this.#try(({ drop }) => drop.run(key));
			throw error;
		}
	}

	put(key: string, answer: Answer): void {
		const text = JSON.stringify(answer);
		this.#added += Buffer.byteLength(text);
		this.#kept.add(key);
		this.#try(({ put }) => put.run(key, text, now()));
		if (this.#added > this.#maxBytes / 8) this.#prune();
	}

	close(): void {
		this.#prune();
		this.#opened?.database.close();
		this.#opened = undefined;
		this.#broken = true;
	}

	#prune(): void {
		if (this.#added === 0) return;
		this.#added = 0;
		const { database } = this.#opened ?? {};
		if (database === undefined || sizeOf(this.#file) <= this.#maxBytes) return;
		this.#try(() => {
			database.exec(`
				DELETE FROM answers WHERE key IN (
					SELECT key FROM (SELECT key, sum(octet_length(answer)) OVER (ORDER BY used DESC, key) AS bytes FROM answers)
					WHERE bytes > ${Math.floor(this.#maxBytes * AFTER_PRUNING)}
				);
				VACUUM;
				PRAGMA wal_checkpoint(TRUNCATE);
			`);
		});
	}

	#try<T>(work: (opened: OpenedCache) => T): T | undefined {
		if (this.#broken) return undefined;
		try {
			this.#opened ??= openedAt(this.#file);
			return work(this.#opened);
		} catch (error) {
			this.#broken = true;
			const problem = error instanceof Error ? error.message : String(error);
			this.#onProblem(message('run.answer-cache', { file: this.#file, problem }));
			return undefined;
		}
	}
}

function openedAt(file: string): OpenedCache {
	mkdirSync(dirname(file), { recursive: true });
	const database = new DatabaseSync(file, { timeout: BUSY_MS });
	database.exec(`
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = OFF;
		CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL, used INTEGER NOT NULL);
		CREATE TABLE IF NOT EXISTS loads (key TEXT PRIMARY KEY, fact TEXT NOT NULL, made INTEGER NOT NULL);
		DELETE FROM loads WHERE made < ${now() - DAY_S};
	`);
	return {
		database,
		get: database.prepare('UPDATE answers SET used = ? WHERE key = ? RETURNING answer'),
		put: database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?)'),
		drop: database.prepare('DELETE FROM answers WHERE key = ?'),
		getFact: database.prepare('SELECT fact FROM loads WHERE key = ?'),
		putFact: database.prepare('INSERT OR REPLACE INTO loads VALUES (?, ?, ?)'),
		dropFact: database.prepare('DELETE FROM loads WHERE key = ?'),
	};
}

function readAnswer(text: string): Answer | undefined {
	try {
		return answerSchema.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function now(): number {
	return Math.floor(Date.now() / 1000);
}

function sizeOf(file: string): number {
	return NAMES.reduce((sum, name) => sum + (statSync(`${file}${name}`, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** How many answers are kept, and their bytes on disk. Throws what SQLite says of a damaged or locked file. */
export function answerCacheSize(file: string): { readonly answers: number; readonly bytes: number } {
	if (statSync(file, { throwIfNoEntry: false }) === undefined) return { answers: 0, bytes: 0 };
	const { database } = openedAt(file);
	try {
		const row = database.prepare('SELECT count(*) AS n FROM answers').get();
		return { answers: Number(row?.n ?? 0), bytes: sizeOf(file) };
	} finally {
		database.close();
	}
}

/** Removes all answers. */
export function clearAnswerCache(file: string): void {
	for (const name of NAMES) rmSync(`${file}${name}`, { force: true });
}

/** The model, asked only for what the cache does not have; as it is where it does not repeat itself. */
export function withAnswerCache(model: LoadedModel, cache: AnswerCache): LoadedModel {
	const others = model.others?.map((other) => withAnswerCache(other, cache));
	if (model.kind !== 'raw' || model.repeatable !== true || model.identity.sha256 === undefined) return model;
	const { completer } = model;
	const confirm = model.confirm?.bind(model);
	const keep = (key: string, answer: Answer): void => (confirm ? cache.hold(key, answer) : cache.put(key, answer));
	const madeBy = answeredBy(model);
	return {
		...model,
		...(others && { others }),
		confirm: confirm && ((after) => cache.confirmed(() => confirm(after))),
		completer: {
			async *complete(request) {
				const key = answerKey(madeBy, request);
				const known = cache.get(key);
				yield* known === undefined ? asked(completer, request, (answer) => keep(key, answer)) : replayed(known);
			},
		},
	};
}

/** All that answers depend on beside the request. */
export function answeredBy({ identity, engine }: Pick<RawModel, 'identity' | 'engine'>): string {
	const subject = subjectOf({ gemmark: packageVersion(), model: identity, engine, host: hostIdentity() });
	return canonicalJson(Object.fromEntries(subject));
}

/** The signal alone changes no answer that is kept. */
export function answerKey(madeBy: string, { signal: _, ...request }: CompletionRequest): string {
	return createHash('sha256')
		.update(madeBy)
		.update(canonicalJson(jsonOf(request) satisfies JsonValue))
		.digest('hex');
}

async function* asked(
	completer: Completer,
	request: CompletionRequest,
	keep: (answer: Answer) => void,
): AsyncGenerator<CompletionEvent, void, undefined> {
	const pieces: Piece[] = [];
	for await (const event of completer.complete(request)) {
		if (event.type === 'pieces') pieces.push(...event.pieces);
		// A deadline may be met next time.
		else if (!wasCutOff(event.finish) || event.finish.unified === 'length') keep(answerOf(pieces, event));
		yield event;
	}
}

function answerOf(pieces: readonly Piece[], { finish, usage }: Answer['end']): Answer {
	return { texts: pieces.map(({ text }) => text), tokens: pieces.map(({ token }) => token), end: { finish, usage } };
}

/** Nothing of it was timed. */
function* replayed({ texts, tokens, end: { finish, usage } }: Answer): Generator<CompletionEvent, void, undefined> {
	const pieces = texts.map((text, index): Piece => {
		const token = tokens[index] ?? undefined;
		return { text, atMs: 0, token };
	});
	yield { type: 'pieces', pieces };
	const { promptTokens } = usage;
	const evaluated = promptTokens === undefined ? {} : { cachedPromptTokens: promptTokens };
	yield { type: 'end', finish, usage: { ...usage, ...evaluated }, source: 'cache', totalMs: 0 };
}
