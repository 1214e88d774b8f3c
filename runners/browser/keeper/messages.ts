import type { Message } from '../../../src/base/message.ts';
import { type ChildHearing, ChildScript, forkScript } from '../../supervisor/process.ts';
import type { BrowserFolders } from '../browser.ts';
import type { PageEvent, PageMethod } from '../page-protocol.ts';
import type { ServedFiles } from '../page-server.ts';

/** The first message, sent once. */
export interface OpenMessage {
	readonly type: 'open';
	readonly executable: string;
	readonly folders: BrowserFolders;
	readonly files: ServedFiles;
	readonly html: string;
	/** Hosts besides 127.0.0.1 that the page may reach, such as `huggingface.co` or `*.hf.co`. */
	readonly hosts: readonly string[];
}

/** Messages to the process that owns the browser. When the channel closes, it cleans up by itself. */
export type ToKeeper =
	| OpenMessage
	| { readonly type: 'call'; readonly id: number; readonly method: PageMethod; readonly args: readonly unknown[] }
	| { readonly type: 'memory'; readonly id: number }
	| { readonly type: 'close' };

export type FromKeeper =
	| { readonly type: 'opened'; readonly version: string; readonly pid: number }
	| { readonly type: 'failed'; readonly reason: string }
	| { readonly type: 'answer'; readonly id: number; readonly value: unknown }
	| { readonly type: 'unanswered'; readonly id: number; readonly reason: string }
	| { readonly type: 'event'; readonly event: PageEvent }
	/** From the page's console, or an uncaught error. */
	| { readonly type: 'said'; readonly text: string }
	| { readonly type: 'gone'; readonly how: Message };

export type KeeperProcess = ChildScript<ToKeeper, FromKeeper>;

/** Starts the keeper detached: it must survive a Ctrl-C, or a kill of gemmark's process group, to clean up. */
export function startKeeper(hearing: ChildHearing<FromKeeper>): KeeperProcess {
	const options = { execArgv: ['--disable-warning=ExperimentalWarning'], detached: true };
	return new ChildScript(forkScript('./keeper', import.meta.url, options), hearing);
}
