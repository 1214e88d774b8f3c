import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { golden, repository } from './play/package-entry.ts';

/** Records the generations of the bundled miniatures anew, with the real llama.cpp. Only by hand: the data then change. */
const RECORDINGS: readonly (readonly [file: string, model: string, args: readonly string[]])[] = [
	['coach-q8', 'mini-q8_0.gguf', ['--suite', 'prefix,frame,tools,replay,dialogs']],
	['coach-q4', 'mini-q4_0.gguf', ['--suite', 'prefix,tools']],
	['coach-sampled', 'mini-q8_0.gguf', ['--suite', 'prefix', '--epochs', '3', '--temperature', '1']],
];

const folder = mkdtempSync(join(tmpdir(), 'gemmark-golden-'));
for (const [name, model, args] of RECORDINGS) {
	const recording = join(golden, 'data/generations', `${name}.json`);
	const recorder = pathToFileURL(join(golden, 'play/recorder.ts')).href;
	writeFileSync(
		join(folder, 'gemmark.config.ts'),
		`import { recorder } from '${recorder}';\nexport default { targets: [{ runner: recorder, model: '${model}', recording: '${recording}' }] };\n`,
	);
	const command = [join(repository, 'cli/main.ts'), 'run', ...args, '--out', join(folder, name), '--quiet'];
	const { status } = spawnSync(process.execPath, command, { cwd: folder, stdio: 'inherit' });
	process.stdout.write(`${name}: exit code ${status}\n`);
}
rmSync(folder, { recursive: true });
