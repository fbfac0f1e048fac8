import Foundation

final class Table {
  enum Unit {
    case seconds, bytes

    /// Three digits.
    func words(_ figure: Double) -> String {
      let scale: [(Double, String)] =
        switch self {
        case .seconds: [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
        case .bytes: [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")]
        }
      let (size, name) = scale.first { figure >= $0.0 } ?? scale[scale.count - 1]
      let number = figure / size
      return String(format: number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number)
        + " " + name
    }
  }

  /// How a figure may grow with its size.
  enum Law {
    /// Constant or logarithmic.
    case constant
    case linear

    /// The expected exponent and the greatest accepted one: logarithms and caches add to it.
    var exponents: (due: Int, most: Double) {
      switch self {
      case .constant: (0, 0.35)
      case .linear: (1, 1.25)
      }
    }
  }

  private struct Section {
    var title: String
    var words: String
    var rows: [[String]]
  }

  private let word: String?
  private var sections: [Section] = []
  private(set) var isExceeded = false

  /// - Parameter word: Selects rows by name or section; nil selects all.
  init(only word: String?) { self.word = word }

  /// - Parameter sizes: The sizes at which each figure is measured; nil if figures are compared
  ///   with a peer or a limit.
  func begin(_ title: String, _ words: String, sizes: [Int]? = nil) {
    let headings =
      sizes.map { [""] + $0.map(Self.power) + ["exponent", "due", "at most", ""] }
      ?? ["", "takes", "beside", "", "ratio", "at most", ""]
    sections.append(Section(title: title, words: words, rows: [headings]))
  }

  func compare(
    _ name: String, to peer: String, atMost most: Double = 1, in unit: Unit = .seconds,
    _ ours: () throws -> Double, _ theirs: () throws -> Double
  ) rethrows {
    guard isWanted(name) else { return }
    add(name, try ours(), try theirs(), peer, most, unit)
  }

  func limit(
    _ name: String, _ limit: Double, in unit: Unit = .seconds, _ ours: () throws -> Double
  ) rethrows {
    guard isWanted(name) else { return }
    add(name, try ours(), limit, "limit", 1, unit)
  }

  /// Adds a figure measured at several sizes, each ten times the previous one.
  ///
  /// The exponent is the slope of the logarithms between the last two sizes, because constant costs
  /// dominate the smaller ones.
  ///
  /// - Parameter most: The greatest accepted exponent; nil for that of the law.
  func grow(
    _ name: String, _ law: Law, _ sizes: some Sequence<Int>, atMost most: Double? = nil,
    in unit: Unit = .seconds, _ figure: (Int) throws -> Double
  ) rethrows {
    guard isWanted(name) else { return }
    let figures = try sizes.map(figure)
    let exponent = log10(figures[figures.count - 1] / figures[figures.count - 2])
    let due = law.exponents.due
    let most = most ?? law.exponents.most
    let columns = (sections.last?.rows[0].count ?? 0) - 5
    let cells = figures.map(unit.words) + Array(repeating: "", count: columns - figures.count)
    add([name] + cells + [ratio(exponent), "\(due)", ratio(most)], isWithin: exponent <= most)
  }

  private func add(
    _ name: String, _ ours: Double, _ theirs: Double, _ peer: String, _ most: Double, _ unit: Unit
  ) {
    let cells = [name, unit.words(ours), unit.words(theirs), peer, ratio(ours / theirs)]
    add(cells + [ratio(most)], isWithin: ours <= theirs * most)
  }

  private func add(_ cells: [String], isWithin: Bool) {
    sections[sections.count - 1].rows.append(cells + [isWithin ? "" : "exceeded"])
    if !isWithin { isExceeded = true }
    let line = cells.filter { !$0.isEmpty }.joined(separator: "  ")
    FileHandle.standardError.write(Data("\(line)\(isWithin ? "" : "  exceeded")\n".utf8))
  }

  private func isWanted(_ name: String) -> Bool {
    guard let word else { return true }
    return name.contains(word) || sections.last?.title.contains(word) == true
  }

  private func ratio(_ number: Double) -> String { String(format: "%.2f", number) }

  private static func power(_ size: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return "10\(digits[Int(log10(Double(size)).rounded())])"
  }

  // MARK: The page

  var page: String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    var text = """
      # Figures

      Time and memory, compared with other programs and with limits.

      ## Overview

      This page is written by `swift run -c release Figures --manual` in `Tests/Benchmarks`, last on
      \(date), on \(Machine.words).
      Other machines take other times, but the ratios are similar. Each row shows the time or memory
      of this program, the time or memory of another program for the same work in the same run (or a
      limit), their ratio, and the highest ratio that is allowed. A row above it is marked, and the
      command then exits with status 1. Each figure is the lowest of several runs. Times are
      processor time, unless the section says that they are elapsed time.

      """
    for section in sections where section.rows.count > 1 {
      text += "\n## \(section.title)\n\n\(section.words)\n\n\(Self.lines(of: section.rows))"
    }
    return text
  }

  private static func lines(of rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let isWord = rows[0].indices.map { $0 == 0 || rows[0][$0].isEmpty }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return isWord[column] ? cells[column] + space : space + cells[column]
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = rows[0].indices.map {
      isWord[$0]
        ? String(repeating: "-", count: widths[$0] + 2)
        : String(repeating: "-", count: widths[$0] + 1) + ":"
    }
    return line(rows[0]) + "|" + rule.joined(separator: "|") + "|\n"
      + rows.dropFirst().map(line).joined()
  }
}
