import { spawn } from 'node:child_process';
import { downloadedPromptfoo, installedPromptfoo, quietPromptfoo } from '../../promptfoo/promptfoo-command.ts';

// `npm run promptfoo`: promptfoo eval of the folder's promptfooconfig.yaml; arguments go through.
const { command, args } = installedPromptfoo() ?? downloadedPromptfoo();
const child = spawn(command, [...args, 'eval', ...process.argv.slice(2)], {
	stdio: 'inherit',
	env: quietPromptfoo(),
	// npx is a script there.
	shell: process.platform === 'win32' && command === 'npx',
});
child.on('error', (error) => {
	process.stderr.write(
		`gemmark: promptfoo does not start: ${error.message}. Install it: npm install --save-dev promptfoo.\n`,
	);
	process.exitCode = 3;
});
child.on('exit', (code, signal) => {
	process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 3);
});
