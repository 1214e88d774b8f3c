import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Reports changes of files. Folders are watched, because editors replace a file when they save it. */
export class FileWatch {
	readonly #onChange: () => void;
	readonly #folders = new Map<string, { readonly names: Set<string>; readonly watcher: FSWatcher }>();

	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	/** Also watches these. */
	add(files: readonly string[]): void {
		for (const file of files.map((one) => resolve(one))) {
			const known = this.#folders.get(dirname(file));
			if (known === undefined) this.#watch(dirname(file), basename(file));
			else known.names.add(basename(file));
		}
	}

	close(): void {
		for (const { watcher } of this.#folders.values()) watcher.close();
	}

	#watch(folder: string, name: string): void {
		// A config may name a file in a folder that is not there.
		if (!existsSync(folder)) return;
		const names = new Set([name]);
		const watcher = watch(folder, (_event, changed) => {
			if (changed === null || names.has(changed)) this.#onChange();
		});
		// A folder that is gone changes no more.
		watcher.on('error', () => watcher.close());
		this.#folders.set(folder, { names, watcher });
	}
}
