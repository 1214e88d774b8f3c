// The phone's state, for iOS. Never compiled by gemmark: see README.md.
import UIKit
import os

/// iOS does not say at the next start why a process ended: the hello has no `exit`, and gemmark adds the memory that was left.
final class DeviceState {
    init() {
        DispatchQueue.main.async { UIDevice.current.isBatteryMonitoringEnabled = true }
    }

    func read() -> Json {
        var state: Json = ["thermal": THERMAL[ProcessInfo.processInfo.thermalState] ?? "nominal"]
        if let bytes = footprint() {
            state["memoryBytes"] = bytes
            state["memoryKind"] = "footprint"
        }
        state["availableBytes"] = os_proc_available_memory()
        state["powerSave"] = ProcessInfo.processInfo.isLowPowerModeEnabled
        DispatchQueue.main.sync {
            let device = UIDevice.current
            if device.batteryLevel >= 0 { state["battery"] = Int((device.batteryLevel * 100).rounded()) }
            if device.batteryState != .unknown { state["charging"] = device.batteryState != .unplugged }
            state["background"] = UIApplication.shared.applicationState == .background
        }
        return state
    }

    /// What the system counts when it ends an app for its memory.
    private func footprint() -> Int? {
        var info = task_vm_info_data_t()
        var count = mach_msg_type_number_t(MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) {
            $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.phys_footprint) : nil
    }
}

private let THERMAL: [ProcessInfo.ThermalState: String] = [
    .nominal: "nominal", .fair: "light", .serious: "severe", .critical: "critical",
]
