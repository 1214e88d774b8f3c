// Of android.content. Written from the public interface, 2026-11-28.
package android.content
abstract class Context {
    fun <T> getSystemService(c: Class<T>): T = throw Error()
    val packageName: String = ""
    val cacheDir: java.io.File = java.io.File("")
    fun getExternalFilesDir(type: String?): java.io.File? = null
    fun registerReceiver(receiver: Any?, filter: IntentFilter): Intent? = null
}
class IntentFilter(action: String)
class Intent { fun getIntExtra(name: String, default: Int): Int = default; companion object { const val ACTION_BATTERY_CHANGED = "" } }
