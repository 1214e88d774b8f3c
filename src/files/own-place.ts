import { fstatSync, lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError } from '../errors/gemmark-error.ts';

/** Where a file that a run appends to was opened. */
export interface OwnPlace {
	/**
	 * Throws {@link EnvironmentError} where its folder or its name leads somewhere else by now, or its size is not the one that
	 * was written: what stands behind bytes of somebody else is damage.
	 */
	requireSame(written: number): void;
}

export function ownPlace(path: string, file: number): OwnPlace {
	const folder = dirname(path);
	const real = realpathSync(folder);
	return {
		requireSame(written) {
			const { size, nlink } = fstatSync(file);
			const gone = nlink === 0;
			const lost = `was ${gone ? 'deleted' : 'renamed or moved'} during the run`;
			const now = realPath(folder);
			if (now === undefined) throw moved(`${folder}: ${lost}`, gone);
			if (now !== real) throw moved(`${folder}: was replaced during the run, by a link to ${now}`, gone);
			const there = lstatSync(path, { throwIfNoEntry: false });
			if (there?.isSymbolicLink()) throw moved(`${path}: was replaced by a link during the run`, gone);
			if (there === undefined) throw moved(`${path}: ${lost}`, gone);
			if (gone) throw moved(`${path}: was replaced by another file during the run`, gone);
			if (size === written) return;
			throw new EnvironmentError(
				`${path}: was changed during the run: it has ${size} bytes where ${written} were written`,
				{ hint: 'Let nothing else write it, and resume the run.' },
			);
		},
	};
}

function moved(message: string, gone: boolean): EnvironmentError {
	return new EnvironmentError(message, {
		hint: gone
			? 'Run it again, and leave its folder alone.'
			: 'Leave the folder of a run alone; put it back, and resume the run.',
	});
}

function realPath(folder: string): string | undefined {
	try {
		return realpathSync(folder);
	} catch {
		return undefined;
	}
}
