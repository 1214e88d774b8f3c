import { stringify } from 'csv-stringify/sync';
import {
	type FlutterGemmaFate,
	type FlutterGemmaView,
	flutterGemmaModelType,
	flutterGemmaView,
	type Log,
	type LogSample,
	readTurn,
	turnCalls,
	turnWaiting,
} from '../../src/index.ts';
import { MINIATURE_NOTICE } from '../locale/miniature-notice.ts';

/** A cell; unknown is an empty cell. */
type Cell = string | number | undefined;
type Column = readonly [name: string, cell: (sample: LogSample) => Cell];

/**
 * One row per sample of all suites, as spreadsheets open it: UTF-8 with a byte order mark, CRLF, formulas defused by a
 * leading apostrophe. Numbers stay numbers.
 */
export function renderCsv(log: Log): string {
	return tableCsv(columns(log), log.samples);
}

export function tableCsv<Row>(
	columns: readonly (readonly [name: string, cell: (row: Row) => Cell])[],
	rows: readonly Row[],
): string {
	return stringify([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))], {
		bom: true,
		record_delimiter: 'windows',
		escape_formulas: true,
		// It quotes by itself only what holds the whole record delimiter, but readers end a row at a bare line feed too.
		quoted_match: /[\r\n]/u,
		cast: { string: spreadsheetText },
	});
}

/** Spreadsheets skip leading blanks before they look for a formula, and stop reading at a NUL. */
function spreadsheetText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets cannot hold them
	const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd');
	return /^\s+[=+\-@＝＋－＠]/u.test(clean) ? `'${clean}` : clean;
}

function columns(log: Log): readonly Column[] {
	const { header } = log;
	const { model, engine } = header;
	const suites = new Map(header.suites.map((suite) => [suite.name, suite]));
	const fixed =
		(value: Cell): Column[1] =>
		() =>
			value;
	return [
		['run', fixed(header.startedAt)],
		['gemmark', fixed(header.gemmark)],
		['model', fixed(model.name)],
		['quantization', fixed(model.quantization)],
		['model_bytes', fixed(model.sizeBytes)],
		['model_sha256', fixed(model.sha256)],
		['notice', fixed(model.miniature ? MINIATURE_NOTICE : undefined)],
		['runner', fixed(engine.runner)],
		['engine_version', fixed(engine.version)],
		['backend', fixed(engine.backend)],
		['temperature', fixed(header.settings.temperature)],
		['suite', (sample) => sample.suite],
		['suite_version', (sample) => suites.get(sample.suite)?.version],
		['corpus_version', (sample) => suites.get(sample.suite)?.corpus.version],
		['sample', (sample) => sample.sampleId],
		['arm', (sample) => sample.arm],
		['epoch', (sample) => sample.epoch],
		['seed', (sample) => sample.seed],
		['input', ({ sample }) => (typeof sample.input === 'string' ? sample.input : undefined)],
		['prefix', ({ transcript }) => readTurn(transcript.generations).prefix.trim()],
		['calls', ({ transcript }) => callNames(transcript.generations)],
		['first_call_arguments', ({ transcript }) => firstArguments(transcript.generations)],
		['answer', ({ transcript }) => answer(transcript.messages)],
		...scoreNames(log.samples).flatMap(scoreColumns),
		...flutterGemmaColumns(log),
		['error', ({ transcript }) => transcript.error],
		['finish', ({ transcript }) => transcript.generations.map(({ finish }) => finish.unified).join(' ')],
		['prompt_tokens', ({ transcript }) => transcript.generations[0]?.usage.promptTokens],
		['cached_prompt_tokens', ({ timings }) => timings.generations[0]?.cachedPromptTokens],
		['output_tokens', ({ transcript }) => sum(transcript.generations.map(({ usage }) => usage.outputTokens))],
		['cold', ({ timings }) => (timings.cold ? 'yes' : 'no')],
		['time_to_first_token_ms', ({ timings }) => ms(turnWaiting(timings).timeToFirstTokenMs)],
		['time_to_first_call_token_ms', ({ timings }) => ms(turnWaiting(timings).timeToFirstCallTokenMs)],
		['time_to_call_ms', ({ timings }) => ms(turnWaiting(timings).timeToCallMs)],
		['end_to_end_ms', ({ timings }) => ms(timings.endToEndMs)],
		['clock', ({ timings }) => timings.generations[0]?.source],
	];
}

/** What an app on flutter_gemma that shows text as it comes would make of the prefix suite's streams. */
function flutterGemmaColumns(log: Log): readonly Column[] {
	const modelType = flutterGemmaModelType(log);
	if (modelType === undefined || !log.samples.some(({ suite }) => suite === 'prefix')) return [];
	const fates: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost', 'leaked'];
	const views = new WeakMap<LogSample, FlutterGemmaView>();
	const viewOf = (sample: LogSample): FlutterGemmaView => {
		const view = views.get(sample) ?? flutterGemmaView(sample, { modelType, streaming: true });
		views.set(sample, view);
		return view;
	};
	return fates.map((fate) => [
		`flutter_gemma_${fate}`,
		(sample) => (sample.suite === 'prefix' ? viewOf(sample)[fate] : undefined),
	]);
}

function scoreNames(samples: readonly LogSample[]): readonly string[] {
	const names = new Set<string>();
	for (const sample of samples) for (const name of Object.keys(sample.scores)) names.add(name);
	return [...names].sort();
}

function scoreColumns(name: string): readonly Column[] {
	const score = (sample: LogSample): LogSample['scores'][string] | undefined =>
		Object.hasOwn(sample.scores, name) ? sample.scores[name] : undefined;
	return [
		[
			`score_${name}`,
			(sample) => {
				const value = score(sample)?.value;
				return typeof value === 'boolean' ? Number(value) : value;
			},
		],
		[`score_${name}_reason`, (sample) => score(sample)?.reason],
		[`score_${name}_detail`, (sample) => score(sample)?.detail],
	];
}

type Transcript = LogSample['transcript'];

function callNames(generations: Transcript['generations']): string {
	return turnCalls(generations)
		.map((call) => call.name)
		.join(' ');
}

function firstArguments(generations: Transcript['generations']): string | undefined {
	const [call] = turnCalls(generations);
	return call && JSON.stringify(call.arguments);
}

function answer(messages: Transcript['messages']): string | undefined {
	const last = messages?.at(-1);
	return last?.role === 'model' ? last.text : undefined;
}

/** Hundredths, as the log's own clocks have them. */
function ms(measured: number | undefined): number | undefined {
	return measured === undefined ? undefined : Math.round(measured * 100) / 100;
}

function sum(counts: readonly (number | undefined)[]): number | undefined {
	const known = counts.filter((count) => count !== undefined);
	return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0);
}
