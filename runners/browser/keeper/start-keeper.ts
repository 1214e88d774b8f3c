import { type ChildHearing, ChildScript, forkScript } from '../../supervisor/child-script.ts';
import type { FromKeeper, ToKeeper } from './keeper-messages.ts';

/** The keeper as gemmark sees it. */
export type KeeperProcess = ChildScript<ToKeeper, FromKeeper>;

export function startKeeper(hearing: ChildHearing<FromKeeper>): KeeperProcess {
	const child = forkScript('./keeper', import.meta.url, {
		execArgv: ['--disable-warning=ExperimentalWarning'],
		// A Ctrl-C, or a kill of gemmark's process group, must leave somebody to clear up.
		detached: true,
	});
	return new ChildScript(child, hearing);
}
