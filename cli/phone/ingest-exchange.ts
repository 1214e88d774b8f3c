import { join } from 'node:path';
import { openConfig } from '../../run/compose/open-config.ts';
import { playRun } from '../../run/plan/ingest.ts';
import { readRun } from '../../run/results/read-run.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { LOG_NAME, markLatest, newRunFolder } from '../../src/log/folder.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import type { GateRequest } from '../flags.ts';
import { tell } from '../process.ts';
import { conclude, printSummary } from '../results/conclude.ts';

interface ExchangeRequest extends GateRequest {
	readonly out?: string;
	readonly config?: string;
	readonly lang?: 'en' | 'ko';
	readonly json: boolean;
}

/** What the file says itself. */
const SAID: readonly string[] = ['model', 'device', 'engine', 'suite', 'temperature', 'commit'];

/** Turns answers to a plan, or a recording, into a run. Exit code 3 where nothing was answered, or nothing is decided. */
export async function ingestExchange(
	files: readonly { readonly file: string; readonly text: string }[],
	request: ExchangeRequest,
): Promise<number> {
	const said = SAID.find((name) => (request as unknown as Readonly<Record<string, unknown>>)[name] !== undefined);
	if (said !== undefined) throw new UsageError(message('exchange.flag', { flag: `--${said}` }));
	const { log: made, prepared, lines } = await playRun(files, request, await openConfig(request.config));
	try {
		for (const line of lines) tell(line);
		const folder = newRunFolder(request.out, made.header.model.name, new Date());
		const file = join(folder, LOG_NAME);
		writeLogFile(file, made);
		markLatest(folder);
		const log = await readRun(file);
		const { gate, composition } = prepared;
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
	} finally {
		await prepared.close();
	}
}
