import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../../src/base/errors.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import type { InstallSize } from './report.ts';

interface LockedPackage {
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
	readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Folder of a package in the lock file, such as `node_modules/a/node_modules/b`, to what it says. */
type Locked = Readonly<Record<string, LockedPackage>>;

/** Its packages have 10.4 MB, and none needs another. */
const ALONE_BYTES = 12e6;

/** What is installed here, by what needs it. Throws {@link EnvironmentError} outside an npm checkout. */
export function benchInstall(): readonly InstallSize[] {
	const root = packageRoot();
	const locked = lockedPackages(root);
	const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as LockedPackage;
	const all = Object.keys(locked).filter((folder) => folder !== '' && sizeOf(join(root, folder)) > 0);
	const runtime = closure(locked, Object.keys(own.dependencies ?? {}));
	const optional = closure(locked, Object.keys(own.peerDependencies ?? {}));
	const part = (name: string, folders: readonly string[]): InstallSize => ({
		part: name,
		packages: folders.length,
		bytes: folders.reduce((sum, folder) => sum + sizeOf(join(root, folder)), 0),
	});
	return [
		part('everything here', all),
		part(
			'without engines and other optional packages',
			all.filter((folder) => !optional.has(folder) || runtime.has(folder)),
		),
		{
			...part(
				'gemmark alone, as a user installs it',
				all.filter((folder) => runtime.has(folder)),
			),
			mostBytes: ALONE_BYTES,
		},
		...Object.keys(own.peerDependencies ?? {}).map((engine) => {
			const needed = closure(locked, [engine]);
			return part(
				`added by ${engine}`,
				all.filter((folder) => needed.has(folder) && !runtime.has(folder)),
			);
		}),
	];
}

function lockedPackages(root: string): Locked {
	try {
		const lock = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')) as {
			readonly packages?: Locked;
		};
		return lock.packages ?? {};
	} catch (cause) {
		throw new EnvironmentError('What npm installed is unknown here', {
			hint: 'Run `npm run bench -- install` in a checkout after `npm install`.',
			cause,
		});
	}
}

/** Folders of packages and of all they need. */
function closure(locked: Locked, names: readonly string[]): ReadonlySet<string> {
	const found = new Set<string>();
	const open = names.map((name) => `node_modules/${name}`);
	for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
		const entry = locked[folder];
		if (entry === undefined || found.has(folder)) continue;
		found.add(folder);
		for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
			const resolved = resolve(locked, folder, name);
			if (resolved !== undefined) open.push(resolved);
		}
	}
	return found;
}

/** Where Node would find `name` from `folder`. */
function resolve(locked: Locked, folder: string, name: string): string | undefined {
	for (let at = folder; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
		const candidate = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
		if (locked[candidate] !== undefined) return candidate;
		if (at === '') return undefined;
	}
}

/** Bytes of a package's own files, nested packages apart; 0 when it is not installed. */
function sizeOf(folder: string): number {
	let names: string[];
	try {
		names = readdirSync(folder);
	} catch {
		return 0;
	}
	let bytes = 0;
	for (const name of names) {
		if (name === 'node_modules') continue;
		const path = join(folder, name);
		const stats = lstatSync(path);
		bytes += stats.isDirectory() ? sizeOf(path) : stats.size;
	}
	return bytes;
}
