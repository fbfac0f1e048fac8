import Foundation

public enum Leak {
  /// Exits with an error if each round leaks more than a limit. For exit tests, because the process
  /// must do nothing else.
  ///
  /// The first tenth of the rounds fills caches and is not counted. The measure is the process's
  /// `RssAnon`: SQLite's journals in memory reserve far more than they use.
  ///
  /// - Parameter limit: In bytes per round.
  public static func expect(
    atMost limit: Int = 24, rounds: Int = 10_000, _ round: () throws -> Void
  ) rethrows {
    for _ in 0..<rounds / 10 { try round() }
    let before = kilobytes
    for _ in 0..<rounds { try round() }
    let left = (kilobytes - before) * 1024 / rounds
    guard left > limit else { return }
    FileHandle.standardError.write(Data("\(left) bytes a round are left behind\n".utf8))
    exit(1)
  }

  private static var kilobytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
