import Foundation
import Testing

/// A text with a selection that counts UTF-16, as browsers do.
struct TypedState: Hashable {
  var text = ""
  var anchor = 0
  var caret = 0

  /// The places from the first to the last, because a browser does not always keep the anchor.
  var range: ClosedRange<Int> { min(anchor, caret)...max(anchor, caret) }

  /// The state after a key, by the plain rules of a page that waits for its verdict.
  func plain(_ key: String) -> TypedState? {
    let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
    func before() -> Int { places.last { $0 < caret } ?? 0 }
    func after() -> Int { places.first { $0 > caret } ?? text.utf16.count }
    func put(_ range: Range<Int>, _ new: String) -> TypedState {
      let units = Array(text.utf16)
      let text = Array(units[..<range.lowerBound]) + new.utf16 + units[range.upperBound...]
      let caret = range.lowerBound + new.utf16.count
      return TypedState(text: String(decoding: text, as: UTF16.self), anchor: caret, caret: caret)
    }
    func go(_ place: Int) -> TypedState { TypedState(text: text, anchor: place, caret: place) }
    let selected = range.lowerBound..<range.upperBound
    switch key {
    case "<BS>": return selected.isEmpty ? put(before()..<caret, "") : put(selected, "")
    case "<Del>": return selected.isEmpty ? put(caret..<after(), "") : put(selected, "")
    case "<Left>": return go(selected.isEmpty ? before() : selected.lowerBound)
    case "<Right>": return go(selected.isEmpty ? after() : selected.upperBound)
    case "<Home>": return go(0)
    case "<End>": return go(text.utf16.count)
    case "<All>": return TypedState(text: text, anchor: 0, caret: text.utf16.count)
    default: return key.hasPrefix("<") && key.count > 1 ? nil : put(selected, key)
    }
  }
}

/// What `type … --trace` says about keys.
struct TypedTrace {
  var end: TypedState
  /// After each key, beginning with the state before the first.
  var states: [TypedState]
  var refusals: [String]
  /// Whether each key was refused.
  private var isRefused: [Bool]

  /// Types each sequence of keys in a field of a record of its own.
  static func all(
    _ sequences: [(field: String, keys: String)], by program: ServedProgram, locale: String,
    on database: String
  ) throws -> [TypedTrace] {
    var script = ""
    for (number, sequence) in sequences.enumerated() {
      let keys = sequence.keys.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      script += "form f\(number) on Thing/\(number % 40 + 1)\n"
      script += "type f\(number).\(sequence.field) \"\(keys)\" --trace\n"
    }
    let output = try program.run(
      ["--json", "--locale", locale, "-f", "-"], input: script, on: database)
    let objects = output.split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
    }
    let traces = objects.compactMap { $0["keys"] == nil ? nil : TypedTrace($0) }
    try #require(traces.count == sequences.count, "\(output.suffix(2000))")
    return traces
  }

  private init?(_ object: [String: Any]) {
    guard let keys = object["keys"] as? [[String: Any]], let end = Self.state(object) else {
      return nil
    }
    self.end = end
    states = [TypedState()] + keys.compactMap(Self.state)
    isRefused = keys.map { $0["outcome"] as? String == "rejected" }
    refusals = (object["rejected"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
  }

  private static func state(_ object: [String: Any]) -> TypedState? {
    guard let text = object["text"] as? String, let selection = object["selection"] as? [Int] else {
      return nil
    }
    let places = selection.map { text.prefix($0).utf16.count }
    return TypedState(text: text, anchor: places[0], caret: places[1])
  }

  /// The states that a page may show: those of the engine, and what plain rules make of each with
  /// the keys that follow.
  ///
  /// - Parameter impossible: The characters that the field can take nowhere, which are not shown. Nor
  ///   is the first key, if the engine refuses it.
  func possible(_ keys: [String], without impossible: Set<Character>) -> Set<TypedState> {
    var result = Set(states)
    func go(_ state: TypedState, _ keys: ArraySlice<String>) {
      var state = state
      for key in keys where key.count > 1 || impossible.isDisjoint(with: key) {
        guard let next = state.plain(key) else { return }
        state = next
        result.insert(state)
      }
    }
    for (place, state) in states.enumerated() {
      go(state, keys[place...])
      if place < keys.count, isRefused[place] { go(state, keys[(place + 1)...]) }
    }
    return result
  }
}
