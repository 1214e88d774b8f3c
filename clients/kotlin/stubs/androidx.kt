// Of androidx.test. Written from the public interface, 2026-11-28.
package androidx.test.platform.app
class Instrumentation { val targetContext: android.content.Context = throw Error() }
object InstrumentationRegistry { fun getInstrumentation(): Instrumentation = throw Error() }
