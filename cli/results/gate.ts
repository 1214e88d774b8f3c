import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { gateLines } from '../../reports/terminal/gate.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { readGate } from '../../run/results/judge.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readTextFile, shownPath, systemCode } from '../../src/base/read-file.ts';
import { writeRemedy, writeWhole } from '../../src/base/write-file.ts';
import { runOutcome } from '../../src/eval/header.ts';
import { logPath, makeFolder } from '../../src/log/folder.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { pinned, WRITTEN_PINS } from '../../src/summary/gate/pins.ts';
import { runTitle } from '../../src/summary/summarize.ts';
import type { ConfigRequest, GateRequest } from '../flags.ts';
import { composeIfNamed, openGate, openRun } from '../open.ts';
import { type ConcludeOptions, conclude, miniatureLines, peoplesLines, printUndecided } from './conclude.ts';

interface GateRunsRequest extends GateRequest, ConfigRequest {
	readonly lang?: 'en' | 'ko';
	/** Gate file that takes what the run ran on. */
	readonly pin?: string;
	/** File that takes what is printed, in place of the reports. */
	readonly out?: string;
	/** Prints one JSON object in place of lines, which then stand on stderr. */
	readonly json?: boolean;
}

/**
 * `gemmark gate`: checks runs against a gate and updates their reports; with `out` it writes the printed lines there
 * instead. Returns the worst exit code: 1 for a failed rule, 3 where unscored samples could decide one.
 */
export async function gateRuns(runs: readonly string[], request: GateRunsRequest): Promise<number> {
	if (request.pin !== undefined) return pinRun(runs, request.pin);
	if (request.gate === undefined && request.saveBaseline === undefined) {
		throw new UsageError(message('usage.gate-nothing'));
	}
	if (request.saveBaseline !== undefined && runs.length > 1) {
		throw new UsageError(message('usage.save-baseline-several'));
	}
	const { out } = request;
	if (out !== undefined) {
		requireVerdictPlace(out, [
			...runs.map(logPath),
			...[request.gate, request.baseline, request.saveBaseline, request.config],
		]);
	}
	const config = await composeIfNamed(request.config);
	const gate = await openGate(request, config);
	const lines: string[] = [];
	const gated: GatedRun[] = [];
	for (const run of runs) {
		const file = logPath(run);
		const log = await openRun(file, { config, warn: true });
		const title = singleLine(`${runTitle(log.header)} (${shownPath(file)})`);
		const print: ConcludeOptions['print'] = ({ summary, gate: judged }) => {
			const { shard } = log.header.settings;
			const part = shard && `shard ${shard.index} of ${shard.count}: only its samples count here`;
			const notes = [...(part === undefined ? [] : [part]), ...peoplesLines(summary), ...miniatureLines(log)];
			(request.json ? process.stderr : process.stdout).write(`${[title, ...notes].join('\n')}\n`);
			lines.push(title, ...notes, ...(judged === undefined ? [] : gateLines(judged, localeOf(request.lang ?? 'en'))));
			result = { name: runTitle(log.header), log: shownPath(file), notes, gate: judged };
			printUndecided(summary);
		};
		let result: Omit<GatedRun, 'exitCode'> | undefined;
		const reports = out === undefined && gate !== undefined;
		const folder = dirname(file);
		const { exitCode } = await conclude({ log, folder }, { ...request, gate, reports, print });
		if (result !== undefined) gated.push({ ...result, exitCode });
	}
	const exitCodes = gated.map(({ exitCode }) => exitCode);
	const exitCode = exitCodes.includes(1) ? 1 : Math.max(...exitCodes);
	const json = request.json ? JSON.stringify({ exitCode, runs: gated }, undefined, '\t') : undefined;
	if (json !== undefined) process.stdout.write(`${json}\n`);
	if (out !== undefined) writeVerdict(out, json === undefined ? lines : [json]);
	return exitCode;
}

/** `--pin`: writes what a run ran on into a gate file, and prints each change. Comments of the file stay. */
async function pinRun(runs: readonly string[], file: string): Promise<0> {
	const [run = '', other] = runs;
	if (other !== undefined) throw new UsageError(message('usage.pin-several'));
	const log = await openRun(logPath(run), { warn: true });
	const outcome = runOutcome(log);
	if (outcome !== 'complete') throw new UsageError(message('usage.pin-run', { run, why: outcome }));
	const { sequences = 1 } = log.header.engine;
	if (sequences > 1) throw new UsageError(message('usage.pin-run', { run, why: `--parallel ${sequences}` }));
	const isJson = file.endsWith('.json');
	const text = existsSync(file) ? readTextFile(file, MAX_GATE_BYTES).text : undefined;
	if (text !== undefined) readGate(file);
	const document = parseDocument(text ?? 'version: 1\nrules: []\n');
	const rules = document.get('rules') as YAMLSeq<YAMLMap>;
	for (const field of WRITTEN_PINS) {
		const value = pinned(log, field);
		if (value === undefined) continue;
		const rule = rules.items.find((one) => one.get('metric') === field);
		const before = rule?.get('equals');
		if (rule === undefined) rules.add(document.createNode({ metric: field, equals: value }));
		else rule.set('equals', value);
		if (before === undefined || String(before) !== value)
			process.stdout.write(`${singleLine(`${field}: ${before === undefined ? '' : `${before} -> `}${value}`)}\n`);
	}
	rules.flow = false;
	const content = isJson
		? `${JSON.stringify(document.toJS(), undefined, '\t')}\n`
		: document.toString({ lineWidth: 0 });
	writeWhole(file, [content], { links: 'follow' });
	return 0;
}

const MAX_GATE_BYTES = 2_000_000;

/** A run in the JSON. */
interface GatedRun {
	readonly name: string;
	readonly log: string;
	/** Such as that the run is of the miniature. */
	readonly notes: readonly string[];
	/** Absent where only a baseline was kept. */
	readonly gate: GateResult | undefined;
	readonly exitCode: number;
}

/** Throws {@link UsageError} where the verdict would overwrite one of its sources. */
function requireVerdictPlace(file: string, sources: readonly (string | undefined)[]): void {
	if (!sources.some((source) => source !== undefined && resolve(source) === resolve(file))) return;
	throw new UsageError(message('usage.out-is-source', { file }));
}

/** Writes the verdict to the user's file. Throws {@link EnvironmentError}. */
function writeVerdict(file: string, lines: readonly string[]): void {
	makeFolder(dirname(resolve(file)));
	try {
		writeWhole(file, [`${lines.join('\n')}\n`], { links: 'follow' });
	} catch (cause) {
		const remedy = writeRemedy(cause);
		const params = { file, code: systemCode(cause) };
		const said =
			remedy === undefined
				? message('usage.file-cannot-write', params)
				: message('usage.file-cannot-write-now', { ...params, remedy });
		throw new EnvironmentError(said, { cause });
	}
}
