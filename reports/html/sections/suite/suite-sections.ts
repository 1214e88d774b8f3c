import type { PageSection } from '../../../page/page.ts';
import { suiteAnchor } from '../../anchor.ts';
import type { ViewContext } from '../../views/view.ts';
import { viewOf } from '../../views/views.ts';
import { suiteContent } from './suite-content.ts';
import { suiteSection, suiteTitle } from './suite-frame.ts';

/** A suite in the page: the rich view that it declares, and what that puts behind it, or what any suite has. */
export function suiteSections(context: ViewContext): readonly PageSection[] {
	const { summary, locale } = context;
	const { suite } = summary;
	const view = viewOf(suite);
	const name = suite.title === undefined && view !== undefined ? view.title(context) : suiteTitle(suite, locale);
	const content = view === undefined ? suiteContent(context) : view.content(context);
	const own = { id: suiteAnchor(suite.name), name, markup: suiteSection(suite.name, name, locale, content) };
	const behind = view?.behind?.(context);
	return behind === undefined ? [own] : [own, behind];
}
