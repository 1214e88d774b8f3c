import { GemmarkError } from '../../src/base/errors.ts';
import { fidelity } from './fidelity.ts';

// Run by hand over templates of one's own: `npm run fidelity -- FOLDER`. Exit 1 where a prompt differs.

try {
	const { lines, whole } = await fidelity(process.argv[2]);
	console.log(lines.join('\n'));
	process.exitCode = whole ? 0 : 1;
} catch (error) {
	if (!(error instanceof GemmarkError)) throw error;
	console.error(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
	process.exitCode = error.exitCode;
}
