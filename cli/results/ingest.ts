import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { singleLine } from '../../reports/terminal/text.ts';
import type { Composition } from '../../run/compose/compose.ts';
import { tryApp } from '../../run/compose/try-app.ts';
import { runOrigin } from '../../run/log/header.ts';
import { readRun } from '../../run/results/read-run.ts';
import { isExchange } from '../../runners/device/exchange.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { distinct, english, type Message, message, type Said } from '../../src/base/message.ts';
import { type Ingested, ingestCaptures, readCapture } from '../../src/capture/ingest.ts';
import { type CorpusCapture, readCorpusLines } from '../../src/capture/lines.ts';
import { capturedVariant } from '../../src/capture/sample.ts';
import { processesAtOnce } from '../../src/capture/turns.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { type AppIdentity, appIdentity, declaredSuite } from '../../src/eval/header.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { LOG_NAME, markLatest, newRunFolder } from '../../src/log/folder.ts';
import { LOG_VERSION, type LogHeader, UNNAMED_MODEL } from '../../src/log/record.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import type { EngineIdentity } from '../../src/model/identity.ts';
import { toolDefaults } from '../../src/tool/declaration.ts';
import type { GateRequest } from '../flags.ts';
import { composeHere, openGate, requireComparableRun } from '../open.ts';
import { ingestExchange } from '../phone/ingest-exchange.ts';
import { tell } from '../process.ts';
import { conclude, printSummary } from './conclude.ts';

/** Options of `gemmark ingest`. */
interface IngestRequest extends GateRequest {
	readonly out?: string;
	/** Suite that was asked (default: the first of single turns). */
	readonly suite?: string;
	readonly config?: string;
	readonly model?: string;
	readonly device?: string;
	/** Name and version, such as `flutter_gemma 0.11.2`. */
	readonly engine?: string;
	readonly temperature?: number;
	/** Commit of the app. */
	readonly commit?: string;
	readonly lang?: 'en' | 'ko';
	readonly json: boolean;
}

/** Turns an app's device log, or what it answered to gemmark, into a run of its single-turn suite, with verdict and reports. Exit code 3 when it decides nothing. */
export async function ingest(files: readonly string[], request: IngestRequest): Promise<number> {
	const texts = await Promise.all(files.map(async (file) => ({ file, text: await readCapture(file) })));
	const exchanges = texts.filter(({ text }) => isExchange(text));
	if (exchanges.length === files.length) return await ingestExchange(texts, request);
	if (exchanges.length > 0) throw new UsageError(message('exchange.mixed'));
	const composition = await composeHere(request.config);
	const gate = await openGate(request, request.config === undefined ? undefined : composition);
	const captures = texts.map(({ text }) => readCorpusLines(text));
	requireEncoding(captures, files);
	requireEvents(captures, files);
	requireOneApp(captures, files);
	const { app } = composition;
	const suite = await capturedSuite(composition, request);
	const { tools, parameters } = tryApp(app, request.config ?? 'gemmark');
	const reading = {
		language: app.language ?? 'ko',
		dialect: ENGINE_DIALECT,
		tools,
		defaults: toolDefaults(parameters),
	};
	const ingested = ingestCaptures(suite, captures, reading);
	const { warnings, missing } = reservations(ingested, captures, files);
	const lines = [...warnings, ...missing];
	for (const line of lines) tell(line);
	if (ingested.samples.length === 0) {
		throw new EnvironmentError(message('usage.capture-no-turn', { files, suite: suite.name }));
	}
	const header = {
		...ingestedHeader(suite, app, files, captures, request),
		...(warnings.length > 0 && { warnings }),
	};
	requireComparableRun({ header }, gate, request);
	const folder = newRunFolder(request.out, header.model.name, new Date());
	const file = join(folder, LOG_NAME);
	writeLogFile(file, {
		header,
		samples: ingested.samples.map((sample) => ({ type: 'sample', ...sample })),
		failures: [],
		footer: {
			type: 'footer',
			endedAt: new Date().toISOString(),
			// The capture was read completely; prompts that it lacks are missing, as from unmerged shards.
			outcome: 'complete',
			extra: { ingest: lines.map(english) },
		},
	});
	markLatest(folder);
	const log = await readRun(file);
	const { exitCode } = await conclude(
		{ log, folder },
		{
			...request,
			gate,
			lang: request.lang ?? composition.lang,
			print: (run, unwritten) => printSummary(run, folder, request, unwritten),
		},
	);
	return exitCode;
}

/** The suite that was asked on the device: the named one, else the first whose samples are one turn each. */
async function capturedSuite(composition: Composition, { suite: name }: IngestRequest): Promise<Suite> {
	const suites = await composition.suites(name === undefined ? undefined : [name]);
	const suite = suites.find(({ oneTurn }) => oneTurn === true);
	if (suite !== undefined) return suite;
	throw new UsageError(
		name === undefined ? message('usage.capture-no-suite') : message('usage.capture-suite', { suite: name }),
	);
}

/** Texts that a shell garbled match no prompt: nothing of the capture could count. */
function requireEncoding(captures: readonly CorpusCapture[], files: readonly string[]): void {
	const file = files.find((_, index) => captures[index]?.garbled);
	if (file !== undefined) throw new UsageError(message('usage.capture-garbled', { file }));
}

function requireEvents(captures: readonly CorpusCapture[], files: readonly string[]): void {
	if (captures.some(({ events }) => events.length > 0)) return;
	const damaged = captures.flatMap((one, capture) => one.damaged.map((line) => ({ ...line, capture })));
	const [first] = damaged;
	const unread = first && { n: damaged.length, first: placeOf(first, files) };
	throw new UsageError(message('usage.capture-no-line', { files, ...unread, hidden: hiddenLines(captures) }));
}

/** Undefined for none. */
function hiddenLines(captures: readonly CorpusCapture[]): number | undefined {
	return captures.reduce((sum, { hidden = 0 }) => sum + hidden, 0) || undefined;
}

/** A verdict is of one app. An app that was restarted logs one process after the other. */
function requireOneApp(captures: readonly CorpusCapture[], files: readonly string[]): void {
	for (const [index, { events }] of captures.entries()) {
		const processes = processesAtOnce(events);
		if (processes.length === 0) continue;
		const params = { file: files[index] ?? '', processes, first: processes[0] ?? '' };
		throw new UsageError(message('usage.capture-two-apps', params));
	}
}

/** Header of a captured run. Facts that the device does not report are absent. */
function ingestedHeader(
	suite: Suite,
	app: AppUnderTest,
	files: readonly string[],
	captures: readonly CorpusCapture[],
	request: IngestRequest,
): LogHeader {
	// Of this checkout neither the time nor the commit says anything of the app.
	const { git: _, ...origin } = runOrigin();
	return {
		type: 'header',
		version: LOG_VERSION,
		...origin,
		startedAt: capturedAt(files) ?? origin.startedAt,
		...(request.commit === undefined ? {} : { git: { commit: request.commit, dirty: false } }),
		host: request.device === undefined ? {} : { device: request.device },
		model: {
			name: request.model ?? UNNAMED_MODEL,
			miniature: isMiniature(request.model) || captures.some(isOfMiniature),
		},
		engine: engineOf(request.engine),
		settings: {
			epochs: 1,
			// The app's own engine has read the calls.
			dialect: ENGINE_DIALECT,
			temperature: request.temperature,
		},
		app: capturedApp(app),
		// The app has its own prompts and data: gemmark's say nothing about them.
		suites: [
			declaredSuite(
				{ ...suite, corpus: { ...suite.corpus, prompts: [] } },
				{
					skipped: [],
					planned: suite.samples.length,
					plan: { variants: [capturedVariant(suite)], ids: suite.samples.map(({ id }) => id) },
				},
			),
		],
	};
}

/** The app on the device: its language and budgets are those of the config; its version and files are unknown. */
function capturedApp(app: AppUnderTest): AppIdentity {
	const { name, language, budgets } = appIdentity(app);
	return { name, version: 'unversioned', language, budgets };
}

/** Time of the first capture file; a stream has none. */
function capturedAt(files: readonly string[]): string | undefined {
	const times = files.filter((file) => file !== '-').map((file) => statSync(file).mtime.toISOString());
	// A copy's clock may be wrong; nothing was captured later than now.
	const [first, now] = [times.toSorted()[0], new Date().toISOString()];
	return first !== undefined && first < now ? first : undefined;
}

/** A capture of the bundled miniature stays marked as one. */
function isMiniature(model: string | undefined): boolean {
	return /^mini-(?:f16|q8_0|q4_0)(?:\.gguf)?$/u.test(basename(model ?? ''));
}

/** `gemmark run --capture` marks the miniature in each turn. */
function isOfMiniature({ events }: CorpusCapture): boolean {
	return events.some(({ event }) => event.t === 'user' && event.miniature === true);
}

function engineOf(engine: string | undefined): EngineIdentity {
	const match = /^(.*\S)[\s@]+v?(\d\S*)$/u.exec(engine?.trim() ?? '');
	if (match?.[1] !== undefined && match[2] !== undefined) return { runner: match[1], version: match[2] };
	return { runner: engine?.trim() || 'on-device' };
}

/** Warnings for the log, and missing prompts, which every log has anyway. */
interface Reservations {
	readonly warnings: readonly Message[];
	readonly missing: readonly Message[];
}

/** What was dropped and why, one line each. */
function reservations(ingested: Ingested, captures: readonly CorpusCapture[], files: readonly string[]): Reservations {
	const { damaged, stray, broken, unknown, ambiguous, reworded, contradictory, endingUnknown, repeated, missing } =
		ingested;
	const n = hiddenLines(captures);
	const isWhole = damaged.length + stray + broken.length + missing.length === 0;
	const silent = files.filter((_, capture) => captures[capture]?.events.length === 0);
	const names: readonly (readonly [code: NamingCode, names: readonly Said[]])[] = [
		['capture.no-lines', silent],
		['capture.incomplete', broken],
		['capture.ambiguous', ambiguous],
		['capture.unknown', unknown],
		['capture.foreign', reworded],
		['capture.contradictory', contradictory.map((one) => message('capture.named', one))],
		['capture.ending-unknown', endingUnknown],
		['capture.repeated', repeated.map(({ id, times }) => message('capture.repeated-times', { id, n: times }))],
	];
	return {
		warnings: [
			...(damaged.length === 0
				? []
				: [message('capture.damaged', { n: damaged.length, list: list(damaged.map((line) => placeOf(line, files))) })]),
			...(n === undefined || isWhole ? [] : [message('capture.private', { n })]),
			...(stray === 0 ? [] : [message('capture.stray', { n: stray })]),
			...names.flatMap(([code, all]) => (all.length === 0 ? [] : [message(code, { list: list(all) })])),
		],
		missing: missing.length === 0 ? [] : [message('capture.not-asked', { list: list(missing) })],
	};
}

type NamingCode =
	| 'capture.ambiguous'
	| 'capture.contradictory'
	| 'capture.ending-unknown'
	| 'capture.foreign'
	| 'capture.incomplete'
	| 'capture.no-lines'
	| 'capture.repeated'
	| 'capture.unknown';

/** `capture.txt:12: not JSON`. */
export function placeOf({ capture, line, problem }: Ingested['damaged'][number], files: readonly string[]): Message {
	return message('capture.damaged-line', { place: `${files[capture] ?? ''}:${line}`, problem });
}

/** A name, or one with what is wrong. */
const LISTED_CHARS = 160;

function list(all: readonly Said[]): readonly Said[] {
	const named = distinct(all).map((one) => {
		if (typeof one !== 'string') return one;
		const line = singleLine(one);
		return line.length > LISTED_CHARS ? `${line.slice(0, LISTED_CHARS)}…` : line;
	});
	return named.length > MAX_LISTED ? [...named.slice(0, MAX_LISTED), '…'] : named;
}

const MAX_LISTED = 20;
