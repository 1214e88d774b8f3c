import { type Message, message, type Said } from '../base/message.ts';
import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { endsWithoutCall, isUncounted, isWholePrompt } from '../eval/evidence/generation-evidence.ts';
import { unendedNote } from '../eval/header.ts';
import type { LoggedGeneration } from '../eval/sample.ts';
import { turnOf } from '../eval/turn.ts';
import { FINISH_WORDS } from '../model/generation.ts';
import { localDate } from '../text/local-time.ts';
import type { Log, LogSample } from './record.ts';

/**
 * Changes of a server during the run: another fingerprint, and prompts too short to contain the system text and tools of
 * the others, or too long if these are the minority. Prompts that gemmark rendered are not checked.
 */
function serverChanges({ header, samples }: Log): readonly Message[] {
	const groups = Map.groupBy(samples, ({ suite, variant, transcript: { tools } }) =>
		JSON.stringify([suite, variant, tools]),
	);
	const words = header.app?.content?.system?.words ?? 0;
	return [...fingerprintChange(samples), ...[...groups.values()].flatMap((group) => shortPrompts(group, words))];
}

const MAX_NAMED = 8;

function fingerprintChange(samples: readonly LogSample[]): readonly Message[] {
	const counts = new Map<string, number>();
	for (const { transcript } of samples) {
		if (transcript.generations.every(({ systemFingerprint }) => systemFingerprint === undefined)) continue;
		const own = new Set(transcript.generations.flatMap(({ systemFingerprint }) => systemFingerprint ?? []));
		for (const fingerprint of own) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
	}
	if (counts.size < 2) return [];
	const named = Array.from(counts, ([fingerprint, n]) => message('run.fingerprint-count', { fingerprint, n }));
	return [message('run.fingerprint-changed', { list: some(named) })];
}

/**
 * Checks samples of one suite and variant with the same tools, which share system text too unless their rows have some. `words`
 * are those of the app's system text: a server that cuts all prompts alike shows in it alone.
 */
function shortPrompts(samples: readonly LogSample[], words: number): readonly Message[] {
	const prompts = samples.flatMap((sample) => {
		const [generation] = sample.transcript.generations;
		const tokens = generation?.usage.promptTokens ?? 0;
		if (generation === undefined || tokens === 0 || !isWholePrompt(generation)) return [];
		if (generation.promptSha256 !== undefined || 'tools' in sample.sample) return [];
		const cached = sample.timings.generations[0]?.cachedPromptTokens ?? 0;
		return [{ sample, seen: tokens + cached, shared: tokens - mostTokens(sample) }];
	});
	const cut = prompts.filter(({ sample, seen }) => sample.system === 'app' && seen < words);
	const { sample: cutSample, seen = 0 } = cut[0] ?? {};
	if (cutSample !== undefined)
		return [message('run.prompts-cut', { suite: cutSample.suite, n: cut.length, of: prompts.length, seen, words })];
	const floor = Math.max(0, ...prompts.map(({ shared }) => shared));
	// Half: a row need not contain its sample's whole prompt.
	const short = prompts.filter(({ seen }) => seen < floor / 2);
	const [first] = short;
	if (first === undefined) return [];
	const { suite } = first.sample;
	const idsOf = (some: typeof prompts): string => list(some.map(({ sample }) => sample.sampleId));
	// One long prompt among many is itself suspect.
	if (short.length * 2 > prompts.length) {
		const long = prompts.filter(({ seen }) => seen >= floor / 2);
		const most = Math.max(...short.map(({ seen }) => seen));
		return [message('run.prompts-long', { suite, ids: idsOf(long), seen: long[0]?.seen ?? 0, most })];
	}
	return [message('run.prompts-short', { suite, ids: idsOf(short), seen: first.seen, floor })];
}

/** Upper bound: a row has no more tokens than bytes. */
function mostTokens({ sample }: LogSample): number {
	return new TextEncoder().encode(JSON.stringify(sample)).length;
}

function list(texts: readonly string[]): string {
	return some(texts).join(', ');
}

function some<T>(all: readonly T[]): readonly (T | string)[] {
	return all.length > MAX_NAMED ? [...all.slice(0, MAX_NAMED), '...'] : all;
}

/** Warnings of a log beyond those of its header: doubts during the run, server changes, rescoring, a digest that differs. */
export function logWarnings(log: Log): readonly Said[] {
	return [
		...(log.digestDiffers === true ? [message('run.log-digest-differs')] : []),
		...serverChanges(log),
		...refusedAttempts(log),
		...missingCounts(log),
		...leakedMarks(log),
		...marksInArguments(log),
		...parserFaults(log),
		...damagedCharacters(log),
		...(log.footer?.warnings ?? []),
		...rescoredNotes(log),
	];
}

/** Why a run is incomplete, and its failure; empty if complete. */
export function unendedNotes({ footer, failures }: Log): readonly Said[] {
	const note = unendedNote(footer === undefined ? {} : { footer });
	if (note === undefined) return [];
	const last = footer?.outcome === 'failed' ? failures.at(-1) : undefined;
	return last === undefined ? [note] : [note, last.said];
}

/** A note that a run was rescored; empty if it was not. */
export function rescoredNotes({ header, samples }: Log): readonly Message[] {
	const { rescored, timeZone } = header;
	if (rescored === undefined) return [];
	const { at, changed, declared } = rescored;
	const fields = declared.length === 0 ? undefined : declared;
	return [
		message('run.rescored', { date: localDate({ startedAt: at, timeZone }), changed, n: samples.length, fields }),
	];
}

/** Requests that a server accepted only on retry; the wait is in no time. */
function refusedAttempts({ samples }: Log): readonly Message[] {
	const waited = samples
		.map(({ timings }) => timings.generations.flatMap(({ refused }) => refused ?? []))
		.filter((refusals) => refusals.length > 0);
	if (waited.length === 0) return [];
	const all = waited.flat();
	const attempts = all.reduce((sum, refused) => sum + refused.attempts, 0);
	const seconds = (all.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1);
	return [message('run.refused-attempts', { attempts, n: waited.length, seconds })];
}

/**
 * Warns if the engine that parsed the calls reports no token counts, so that dropped calls and cuts cannot be detected.
 * Captures have their own warning.
 */
function missingCounts({ header, samples }: Log): readonly Message[] {
	if (header.settings.dialect !== ENGINE_DIALECT) return [];
	const uncounted = samples.filter(({ transcript }) => transcript.generations.some(isUncounted));
	if (uncounted.length === 0) return [];
	const silent = uncounted.filter(({ transcript }) => turnOf(transcript).call === undefined).length;
	return [message('run.no-token-counts', { n: uncounted.length, silent })];
}

/**
 * Warns of turn marks in the text of a server or app: it did not stop where its model did, or uses another model's
 * template. The marks stay in the scored text, because a user would have read them.
 */
function leakedMarks({ header, samples }: Log): readonly Message[] {
	if (header.settings.dialect !== ENGINE_DIALECT) return [];
	const marks = samples.flatMap(({ sample, transcript }) => {
		const said = transcript.generations.map(({ pieces }) => pieces.join('')).join('\n');
		const mark = TURN_MARK.exec(said)?.[0];
		return mark === undefined || JSON.stringify(sample.input ?? '').includes(mark) ? [] : [mark];
	});
	if (marks.length === 0) return [];
	return [message('run.leaked-marks', { marks: [...new Set(marks)].slice(0, 3).join(', '), n: marks.length })];
}

/**
 * One warning where arguments hold marks of a chat template: whoever read the call left them there
 * (google-ai-edge/LiteRT-LM#2172, DenisovAV/flutter_gemma#248).
 */
function marksInArguments({ samples }: Log): readonly Message[] {
	const marks = samples.flatMap(({ transcript }) => {
		const written = turnOf(transcript).calls.map(({ arguments: args }) => JSON.stringify(args).replaceAll('\\"', '"'));
		const mark = ARGUMENT_MARK.exec(written.join('\n'))?.[0];
		return mark === undefined ? [] : [mark];
	});
	if (marks.length === 0) return [];
	return [message('run.marks-in-arguments', { marks: [...new Set(marks)].slice(0, 3).join(', '), n: marks.length })];
}

/** Of Gemma 4, FunctionGemma and Gemma 3; `<|` and `|>` alone are what a tokenizer made of them. */
const ARGUMENT_MARK =
	/<\|"\|>|<\|[\w"]{0,24}\|?>|<\w{1,24}\|>|<\/?(?:escape|start_of_turn|end_of_turn|start_function_call|end_function_call|tool_call|s|bos|eos|pad|unk)>|\[\/?INST\]|<0x[0-9A-F]{2}>|<\||\|>|▁/u;

/**
 * Warns of calls without a name, of thoughts although thinking is off (ggml-org/llama.cpp#21418) or in the text, and of finish
 * words that tell of a call where there is none.
 */
function parserFaults({ header: { settings }, samples }: Log): readonly Message[] {
	if (settings.dialect !== ENGINE_DIALECT) return [];
	const faulty = (isFaulty: (generation: LoggedGeneration) => boolean): readonly LoggedGeneration[] =>
		samples.flatMap(({ transcript }) => transcript.generations.find(isFaulty) ?? []);
	const count = (isFaulty: (generation: LoggedGeneration) => boolean): number => faulty(isFaulty).length;
	const nameless = count(({ finish }) => finish.raw === FINISH_WORDS.missingName);
	const isOff = (settings.thinking ?? 'off') === 'off';
	const thinking = isOff ? count(({ events }) => events.some(({ type }) => type === 'thinking')) : 0;
	const shown = count(({ pieces }) => CLOSED_THOUGHT.test(pieces.join('')));
	const ended = faulty(endsWithoutCall);
	return [
		...(nameless > 0 ? [message('run.nameless-calls', { n: nameless })] : []),
		...(thinking > 0 ? [message('run.thinking-off', { n: thinking })] : []),
		...(shown > 0 ? [message('run.thoughts-in-text', { n: shown })] : []),
		...(ended[0] === undefined
			? []
			: [message('run.finish-without-call', { n: ended.length, word: ended[0].finish.raw })]),
	];
}

/** Of Gemma 4, and of models whose parser a server may be set up for. */
const CLOSED_THOUGHT = /<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>|<\|channel>thought[\s\S]*?<channel\|>/iu;

/** Characters that a server cut into bytes (ggml-org/llama.cpp#28926): who reads the text sees them, so they stay in it. */
function damagedCharacters({ header: { engine }, samples }: Log): readonly Message[] {
	if (!engine.backend?.startsWith('http')) return [];
	const damaged = samples.filter(({ transcript }) =>
		transcript.generations.some(({ pieces, events }) => (pieces.join('') + JSON.stringify(events)).includes('\ufffd')),
	);
	const server = engine.version ?? engine.backend;
	return damaged.length === 0 ? [] : [message('run.damaged-characters', { server, n: damaged.length })];
}

/** Marks of Gemma 3 and 4, and of other families whose template a server may use. */
const TURN_MARK =
	/<(?:start_of_turn|end_of_turn|\|turn|turn\||bos|eos|pad|\|im_start\||\|im_end\||\|eot_id\||\|endoftext\|)>|<\/s>/u;
