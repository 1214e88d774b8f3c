// The phone's state, and why the process before this one ended. Compiled against stubs, never run: see README.md.
package dev.gemmark.client

import android.app.ActivityManager
import android.app.ApplicationExitInfo
import android.content.Context
import android.content.Intent
import android.content.IntentFilter
import android.os.BatteryManager
import android.os.Build
import android.os.PowerManager
import android.os.Process
import java.util.UUID
import org.json.JSONObject

/** Make it at the start of the process: it names the process to the system. */
class DeviceState(private val context: Context) {
    val process: String = UUID.randomUUID().toString().take(8)

    /** Of the hello; null before Android 11, and where the process before had no client. */
    val exit: JSONObject? = if (Build.VERSION.SDK_INT >= 30) exitBefore() else null

    fun read(): JSONObject {
        val power = context.getSystemService(PowerManager::class.java)
        val activities = context.getSystemService(ActivityManager::class.java)
        val battery = context.getSystemService(BatteryManager::class.java)
        val pss = activities.getProcessMemoryInfo(intArrayOf(Process.myPid())).firstOrNull()?.totalPss
        val memory = ActivityManager.MemoryInfo().also(activities::getMemoryInfo)
        val percent = battery.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY)
        val charge = battery.getIntProperty(BatteryManager.BATTERY_PROPERTY_CHARGE_COUNTER)
        val tenths = context.registerReceiver(null, IntentFilter(Intent.ACTION_BATTERY_CHANGED))
            ?.getIntExtra(BatteryManager.EXTRA_TEMPERATURE, Int.MIN_VALUE) ?: Int.MIN_VALUE
        val own = ActivityManager.RunningAppProcessInfo().also(ActivityManager::getMyMemoryState)
        return JSONObject().apply {
            if (pss != null && pss > 0) put("memoryBytes", pss * 1024L).put("memoryKind", "pss")
            put("availableBytes", memory.availMem)
            if (Build.VERSION.SDK_INT >= 29) THERMAL.getOrNull(power.currentThermalStatus)?.let { put("thermal", it) }
            val headroom = if (Build.VERSION.SDK_INT >= 30) power.getThermalHeadroom(10) else Float.NaN
            if (!headroom.isNaN()) put("headroom", headroom.toDouble())
            if (tenths != Int.MIN_VALUE) put("temperatureC", tenths / 10.0)
            if (percent in 0..100) put("battery", percent)
            if (charge > 0) put("chargeUah", charge)
            put("charging", battery.isCharging).put("powerSave", power.isPowerSaveMode)
            put("background", own.importance > ActivityManager.RunningAppProcessInfo.IMPORTANCE_FOREGROUND)
        }
    }

    /** By the word that the process before gave the system: exact, not the last one of any. */
    private fun exitBefore(): JSONObject? {
        val activities = context.getSystemService(ActivityManager::class.java)
        activities.setProcessStateSummary("$MARK$process".toByteArray())
        for (exit in activities.getHistoricalProcessExitReasons(context.packageName, 0, 10)) {
            val word = exit.processStateSummary?.toString(Charsets.UTF_8) ?: continue
            if (!word.startsWith(MARK)) continue
            return JSONObject().put("process", word.removePrefix(MARK)).put("reason", reasonOf(exit.reason))
                .apply { exit.description?.let { put("detail", it) } }
        }
        return null
    }

    private fun reasonOf(reason: Int): String = when (reason) {
        ApplicationExitInfo.REASON_LOW_MEMORY -> "low-memory"
        ApplicationExitInfo.REASON_CRASH, ApplicationExitInfo.REASON_CRASH_NATIVE -> "crash"
        ApplicationExitInfo.REASON_ANR -> "not-responding"
        // Where the system does not report low memory, it may be that.
        ApplicationExitInfo.REASON_SIGNALED -> "signal"
        ApplicationExitInfo.REASON_EXCESSIVE_RESOURCE_USAGE -> "resources"
        ApplicationExitInfo.REASON_USER_REQUESTED, ApplicationExitInfo.REASON_USER_STOPPED -> "user"
        ApplicationExitInfo.REASON_PACKAGE_UPDATED -> "update"
        else -> "other"
    }
}

private const val MARK = "gemmark:"

/** In the order of PowerManager's THERMAL_STATUS constants. */
private val THERMAL = listOf("nominal", "light", "moderate", "severe", "critical", "emergency", "shutdown")
