import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { integer } from '../../cli/flags.ts';
import { reportFailure } from '../../cli/process.ts';
import { runTrial, type Trial, type TrialOptions } from './trial/trial.ts';
import { TRIALS } from './trial/trials.ts';

// What is measured and tried asks the model.
process.env.GEMMARK_NO_CACHE = '1';

const program = new Command('campaign').description('Tries gemmark itself, on the bundled miniature.').exitOverride();

program
	.command('promptfoo')
	.description('the tests against the real promptfoo, which is installed into the cache folder: 300 MB')
	.action(async () => {
		const { promptfooCampaign } = await import('./promptfoo/promptfoo-campaign.ts');
		process.exitCode = promptfooCampaign();
	});

program
	.command('kotlin')
	.description('the Kotlin client, compiled with its stubs and played against the fixtures of plans; needs Java 17')
	.action(async () => {
		const { kotlin } = await import('./clients/kotlin-campaign.ts');
		process.exitCode = await kotlin();
	});

program
	.command('faults')
	.description('the prefix suite under random faults: no path may be wrong')
	.option('--runs <n>', 'runs, half of them native and half over HTTP', integer(1, 100_000), 300)
	.option('--seed <n>', 'chooses what happens when', integer(0, 100_000), 1)
	.action(async ({ runs, seed }: { readonly runs: number; readonly seed: number }) => {
		const { faultCampaign } = await import('./faults/campaign.ts');
		const { faultTable } = await import('./faults/fault-table.ts');
		let done = 0;
		const judged = await faultCampaign({
			runs,
			seed,
			onRun: ({ bench, fault, outcome, why = '' }) =>
				process.stderr.write(`${++done}/${runs} ${bench}, ${fault}: ${outcome} ${why}\n`),
		});
		process.stdout.write(`${faultTable(judged)}\n`);
		if (judged.some(({ outcome }) => outcome === 'wrong')) process.exitCode = 1;
	});

program
	.command('evidence')
	.description('every case that once gave a certain answer without evidence, and what it says now')
	.option('--filter <re>', 'only rows of which the first line matches', '')
	.action(async ({ filter }: { readonly filter: string }) => {
		const { EVIDENCE_ROWS } = await import('./evidence/evidence-rows.ts');
		const { rowText, showRow } = await import('./evidence/shown-row.ts');
		const rows = EVIDENCE_ROWS.filter(({ seen }) => new RegExp(filter, 'u').test(seen));
		let open = 0;
		for (const row of rows) {
			const shown = await showRow(row);
			if (shown.missing.length > 0) open += 1;
			process.stdout.write(`${rowText(shown)}\n\n`);
		}
		process.stdout.write(`${rows.length - open} of ${rows.length} hold\n`);
		if (open > 0) process.exitCode = 1;
	});

program
	.command('reported')
	.description('cases of public bug reports, each run as its user would, against what is right')
	.option('--checkout <dir>', 'gemmark of another checkout, to compare with', join(import.meta.dirname, '../..'))
	.option('--filter <re>', 'only cases whose file matches', '')
	.action(async ({ checkout, filter }: { readonly checkout: string; readonly filter: string }) => {
		const { reportedCases } = await import('./reported/reported.ts');
		for await (const { name, sources, facts } of reportedCases(checkout, new RegExp(filter, 'u'))) {
			process.stdout.write(`${name} (${sources[0]})\n`);
			for (const [fact, { got, right }] of Object.entries(facts)) {
				process.stdout.write(`  ${right ? 'right' : 'WRONG'}  ${fact}: ${got}\n`);
				if (!right) process.exitCode = 1;
			}
		}
	});

program
	.command('answers')
	.description('runs that once got a misleading answer, and what each surface says about them')
	.option('--checkout <dir>', 'gemmark of another checkout, to compare with', join(import.meta.dirname, '../..'))
	.option('--filter <re>', 'only rows whose name matches', '')
	.option('--out <dir>', 'folder of the runs, with their reports', 'results/answers')
	.action(async ({ checkout, filter, out }: Readonly<Record<'checkout' | 'filter' | 'out', string>>) => {
		const { saidRows } = await import('./answers/answers.ts');
		for await (const { row, exitCode, terminal, decision, after } of saidRows(checkout, new RegExp(filter, 'u'), out)) {
			process.stdout.write(`# ${row.name}: ${row.seen}\nexit ${exitCode}\n${terminal}\n-- decision.md\n${decision}\n`);
			if (after !== undefined)
				process.stdout.write(`-- after labels and gate: exit ${after.exitCode}\n${after.terminal}\n`);
			process.stdout.write('\n');
		}
	});

program
	.command('device')
	.description('the suites through the reference device, whose cable is pulled out and which is killed')
	.option('--epochs <n>', 'repeats of 103 samples', integer(1, 100), 2)
	.option('--disconnects <n>', 'connections cut', integer(0, 1000), 20)
	.option('--kills <n>', 'processes killed', integer(0, 100), 5)
	.option('--seed <n>', 'chooses when', integer(0, 100_000), 1)
	.action(async (choice: Readonly<Record<'epochs' | 'disconnects' | 'kills' | 'seed', number>>) => {
		const { deviceCampaign } = await import('./device/campaign.ts');
		const { deviceText, holds } = await import('./device/device-text.ts');
		const result = await deviceCampaign({
			...choice,
			onProgress: (done, total, label) => process.stderr.write(`${done}/${total} ${label}\n`),
		});
		process.stdout.write(`${deviceText(result)}\n`);
		if (!holds(result)) process.exitCode = 1;
	});

for (const { name, about, load } of TRIALS) {
	program
		.command(name)
		.description(about)
		.option('--seed <n>', 'of the first round; each chooses what happens when', integer(0, 1e9), 1)
		.option('--rounds <n>', 'how often something is tried (default: those of a short campaign)', integer(1, 1e9))
		.option('--seconds <n>', 'begin no round after them', integer(1, 1e6), 1e6)
		.option('--long', 'as many rounds as a campaign by hand has', false)
		.action(async ({ long, ...options }: Omit<TrialOptions, 'rounds'> & { rounds?: number; long: boolean }) => {
			const trial = await load();
			const rounds = options.rounds ?? trial.rounds[long ? 'long' : 'short'];
			await tryOne(name, trial, { ...options, rounds });
		});
}

program
	.command('short')
	.description('every campaign against what breaks, each as short as it goes: for CI')
	.option('--seed <n>', 'of the first round of each', integer(0, 1e9), 1)
	.action(async ({ seed }: { readonly seed: number }) => {
		for (const { name, load } of TRIALS) {
			const trial = await load();
			await tryOne(name, trial, { seed, rounds: trial.rounds.short, seconds: SHORT_SECONDS });
		}
	});

/** After them CI begins no further round of a campaign. */
const SHORT_SECONDS = 5;

async function tryOne(name: string, trial: Trial, options: TrialOptions): Promise<void> {
	const started = performance.now();
	const tally = await runTrial(trial, options);
	const { tried, failed } = tally.sums;
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	process.stdout.write(`${tally.text(name)}\n`);
	const asked = `${name}, seed ${options.seed}, ${options.rounds} rounds (each ${trial.round})`;
	process.stdout.write(`${asked}: ${tried} tried, ${failed} failed, ${seconds} s\n\n`);
	if (failed > 0 || tried === 0) process.exitCode = 1;
}

try {
	await program.parseAsync(process.argv);
} catch (error) {
	process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : reportFailure(error);
}
