import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import { repeatCommand } from '../run/host.ts';
import { runOrigin } from '../run/log/header.ts';
import { warned } from '../run/results/read-run.ts';
import { writeReports } from '../run/results/reports.ts';
import { GemmarkError } from '../src/base/errors.ts';
import { canonicalJson, type JsonValue } from '../src/base/json.ts';
import { shownPath } from '../src/base/read-file.ts';
import { LOG_NAME, markLatest, newRunFolder } from '../src/log/folder.ts';
import type { Log, LogHeader } from '../src/log/record.ts';
import { openLogFile } from '../src/log/write-log.ts';
import { singleLine } from '../src/text/text.ts';
import type {} from './gemmark-test.ts';
import { clearTestsFolder, dropEmpty, type EndedFile, type EndedTest, testsLog } from './tests-log.ts';

export interface GemmarkReporterOptions {
	/** Folder of the run, written anew each time (default: `results/<time>-<model>-tests`). Of several models or apps each has its own. */
	readonly out?: string;
	/** First language of `report.html` (default: the app's where it is Korean, else English). */
	readonly lang?: 'en' | 'ko';
}

/** Writes what tests asked as a run: the log that `gemmark report`, `compare` and `gate` read, and its reports. */
export default class GemmarkReporter implements Reporter {
	readonly #options: GemmarkReporterOptions;
	#startedAt = new Date();
	#refused: GemmarkError | undefined;
	/** Whether a run was taken out of the folder, which is then ours to take away. */
	#cleared = false;

	constructor(options: GemmarkReporterOptions = {}) {
		this.#options = options;
	}

	async onTestRunStart(): Promise<void> {
		this.#startedAt = new Date();
		this.#refused = undefined;
		this.#cleared = false;
		const { out } = this.#options;
		try {
			this.#cleared = out !== undefined && (await clearTestsFolder(out));
		} catch (error) {
			this.#refused = asGemmarkError(error);
		}
	}

	async onTestRunEnd(
		modules: readonly TestModule[],
		_errors: readonly SerializedError[],
		reason: TestRunEndReason,
	): Promise<void> {
		// The tests keep their outcome, and nothing is overwritten.
		if (this.#refused !== undefined) {
			process.exitCode = this.#refused.exitCode;
			return;
		}
		const { out } = this.#options;
		const origin = { ...runOrigin(testCommand()), startedAt: this.#startedAt.toISOString() };
		try {
			const logs = byTarget(modules)
				.map(({ target, files }) => testsLog(target, files, origin, reason === 'interrupted'))
				.filter(({ samples, failures }) => samples.length + failures.length > 0);
			for (const [index, log] of logs.entries()) {
				await this.#write(log, logs.length > 1 ? String(index + 1) : undefined);
			}
		} catch (error) {
			process.exitCode = asGemmarkError(error).exitCode;
		} finally {
			if (out !== undefined && this.#cleared) dropEmpty(out);
		}
	}

	async #write(log: Log, part: string | undefined): Promise<void> {
		const { out, lang = log.header.app?.language.startsWith('ko') === true ? 'ko' : 'en' } = this.#options;
		const place = out === undefined || part === undefined ? out : join(out, part);
		const folder = newRunFolder(place, log.header.model.name, this.#startedAt, { sort: 'tests' });
		const { header, samples, failures, footer } = log;
		const file = openLogFile(join(folder, LOG_NAME), 'create');
		try {
			for (const record of [header, ...samples, ...failures, ...(footer === undefined ? [] : [footer])]) {
				file.append(record);
			}
		} finally {
			file.close();
		}
		await writeReports({ folder, log: await warned(log) }, { lang });
		markLatest(folder);
		process.stdout.write(`gemmark: ${shownPath(join(folder, 'report.html'))}\n`);
	}
}

/** What is wrong and what to do, on one line; what is no word of gemmark's is thrown on. */
function asGemmarkError(error: unknown): GemmarkError {
	if (!(error instanceof GemmarkError)) throw error;
	process.stderr.write(`${singleLine(`gemmark: ${error.message}. ${error.hint ?? ''}`)}\n`);
	return error;
}

interface TargetFiles {
	readonly target: LogHeader;
	readonly files: EndedFile[];
}

/** Tests that asked the same model and app in the same way make one run: another system prompt is another app. */
function byTarget(modules: readonly TestModule[]): readonly TargetFiles[] {
	const targets = new Map<string, TargetFiles>();
	for (const module of modules) {
		const tests = [...module.children.allTests()];
		for (const [place, target] of (module.meta().gemmarkTargets ?? []).entries()) {
			const { loadMs: _, startedAt: __, ...identity } = target;
			const key = canonicalJson(JSON.parse(JSON.stringify(identity)) as JsonValue);
			const known: TargetFiles = targets.get(key) ?? { target, files: [] };
			const own = tests.filter((test) => test.meta().gemmark?.target === place);
			known.files.push({ name: module.relativeModuleId, tests: own.map(endedTest) });
			targets.set(key, known);
		}
	}
	return [...targets.values()];
}

function endedTest(test: TestCase): EndedTest {
	const { samples = [], failures = [], doubts = [] } = test.meta().gemmark ?? {};
	const { state, errors } = test.result();
	const [error] = stripVTControlCharacters(errors?.[0]?.message ?? '').split('\n');
	return { state, error, samples, failures, doubts };
}

function testCommand(): string {
	return repeatCommand(process.argv).replace(/^gemmark/u, 'npx vitest');
}
