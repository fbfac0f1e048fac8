import Foundation

enum Machine {
  static var words: String {
    let processor = value(of: "model name", in: "/proc/cpuinfo", after: ":")
    let system = value(of: "PRETTY_NAME", in: "/etc/os-release", after: "=")
    let cores = ProcessInfo.processInfo.processorCount
    return "\(processor ?? "an unknown processor"), \(cores) cores, \(system ?? "Linux")"
  }

  private static func value(of name: String, in file: String, after mark: Character) -> String? {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: mark, maxSplits: 1).last?
      .trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
  }
}
