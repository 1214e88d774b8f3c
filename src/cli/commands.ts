import { type Command, Option } from 'commander';

/** `gemmark report`: writes the reports of a run again from its log. */
export function addReportCommand(program: Command): void {
	program
		.command('report')
		.description('write the reports of a run again from its log')
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--out <dir>', 'folder of the reports (default: beside the log)')
		.addOption(new Option('--lang <code>', 'language of the reports').choices(['en', 'ko']).default('en'))
		.action(async (run: string, options: { readonly out?: string; readonly lang: 'en' | 'ko' }) => {
			const { report } = await import('./report.ts');
			await report(run, options);
		});
}

/** `gemmark models`: which models can be run here. */
export function addModelsCommand(program: Command): void {
	program
		.command('models')
		.description('list the models that are here, and how to name others')
		.option('--json', 'print as JSON', false)
		.action(async (options: { readonly json: boolean }) => {
			const { listModels } = await import('./models.ts');
			await listModels(options);
		});
}

/** `gemmark doctor`: what this machine has, and what to do about what is missing. */
export function addDoctorCommand(program: Command): void {
	program
		.command('doctor')
		.description('check engines, models, memory and browsers of this machine')
		.option('--json', 'print as JSON', false)
		.action(async (options: { readonly json: boolean }) => {
			const { doctor } = await import('./doctor.ts');
			process.exitCode = await doctor(options);
		});
}
