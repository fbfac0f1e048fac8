import Foundation
import Synchronization
import TestSupport
import Testing

/// Four sessions that repeatedly add one to the same value of a cluster, while nodes fail.
final class Adders: Sendable {
  static let define = "define C { n: Integer = 0, note: Text = \"\" }"

  private let record: String
  private let isOver = Atomic(false)
  private let answered = Atomic(0)
  private let unknown = Atomic(0)
  private let told = Mutex<[String]>([])
  private let writers = DispatchGroup()

  /// - Parameter executables: The programs of the sessions.
  init(to cluster: TestCluster, by executables: [URL] = [Program.executable]) throws {
    var made = try cluster("-c", "new C")
    if made.status != 0 { made = try cluster("-c", Self.define, "-c", "new C") }
    record = made.lines.last ?? ""
    try #require(record.hasPrefix("C/"), "\(made.errors)")
    nonisolated(unsafe) let cluster = cluster
    for number in 0..<4 {
      let executable = executables[number % executables.count]
      DispatchQueue.global().async(group: writers) {
        self.add(to: cluster, by: "w\(number)", executable)
      }
    }
  }

  private func add(to cluster: TestCluster, by actor: String, _ executable: URL) {
    var session: TestSession?
    while !isOver.load(ordering: .relaxed) {
      // An error of the store ends a session.
      let present = session ?? (try? TestSession(cluster, executable: executable, "--actor", actor))
      session = present
      guard var said = present?("set \(record).n (\(record).n + 1)") else { return }
      // A session is told that it waits.
      said.replace(#/waiting for .+\n/#, with: "")
      // If the output quotes the mark command, that command failed, not the addition.
      if said.isEmpty || said.contains(TestSession.mark) {
        answered.add(1, ordering: .relaxed)
      } else if said.contains("cannot tell yet") {
        unknown.add(1, ordering: .relaxed)
      } else {
        told.withLock { $0.append(said) }
      }
      if present?.hasEnded == true {
        session = nil
        usleep(50_000)
      }
    }
    session?.end()
  }

  func waitForAnswer() throws {
    let before = answered.load(ordering: .relaxed)
    for _ in 0..<12_000 {
      if answered.load(ordering: .relaxed) > before { return }
      usleep(10_000)
    }
    throw Program.Failure(words: "nobody was answered; \(told.withLock { $0 })")
  }

  /// Ends the sessions after one more answer, and expects the value to equal the acknowledged sum.
  func expectSum(in cluster: TestCluster, after events: String = "restarts") throws {
    try waitForAnswer()
    isOver.store(true, ordering: .relaxed)
    writers.wait()
    let run = try cluster("-c", "get \(record).n", "-c", "check")
    expectEqual(run.errors, "")
    let sum = try #require(Int(run.lines.joined(separator: "\n")), "\(run.output)")
    let (answers, doubtful) = (answered.load(ordering: .relaxed), unknown.load(ordering: .relaxed))
    let log = try cluster("-c", "log --long").output
    #expect(
      (answers...answers + doubtful).contains(sum),
      """
      \(sum), \(answers) answered, \(doubtful) unknown; \(told.withLock { $0 })
      \(log)
      """)
    let progress = "\(events): \(answers) additions answered, \(doubtful) not known, sum \(sum)\n"
    if Seeded.isLong { FileHandle.standardOutput.write(Data(progress.utf8)) }
  }
}
