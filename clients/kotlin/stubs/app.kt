// Of android.app. Written from the public interface, 2026-11-28.
package android.app
class ActivityManager {
    class MemoryInfo { var availMem: Long = 0 }
    class RunningAppProcessInfo { var importance: Int = 0; companion object { const val IMPORTANCE_FOREGROUND = 100 } }
    fun getProcessMemoryInfo(pids: IntArray): Array<android.os.Debug.MemoryInfo> = emptyArray()
    fun getMemoryInfo(info: MemoryInfo) {}
    fun setProcessStateSummary(summary: ByteArray) {}
    fun getHistoricalProcessExitReasons(packageName: String, pid: Int, max: Int): List<ApplicationExitInfo> = listOf()
    companion object { fun getMyMemoryState(info: RunningAppProcessInfo) {} }
}
class ApplicationExitInfo {
    val reason: Int = 0
    val description: String? = null
    val processStateSummary: ByteArray? = null
    companion object {
        const val REASON_SIGNALED = 2; const val REASON_LOW_MEMORY = 3; const val REASON_CRASH = 4; const val REASON_CRASH_NATIVE = 5
        const val REASON_ANR = 6; const val REASON_EXCESSIVE_RESOURCE_USAGE = 9; const val REASON_USER_REQUESTED = 10
        const val REASON_USER_STOPPED = 11; const val REASON_PACKAGE_UPDATED = 16
    }
}
