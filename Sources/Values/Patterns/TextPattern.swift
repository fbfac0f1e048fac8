internal import Synchronization

/// A regular expression that must match a whole text.
///
/// The syntax is a subset of the syntax for `regexp`, for example without back references, `\b`,
/// lookaround, flags and possessive quantifiers. Matching takes time linear in the length of the
/// text.
public struct TextPattern: Sendable {
  /// The pattern as written in a definition, without the slashes around it.
  public let source: String
  package let automaton: TextAutomaton

  /// Parses a pattern, given without the slashes around it.
  ///
  /// - Throws: ``PatternError`` with the offset of the mistake.
  public init(_ source: String) throws(PatternError) {
    automaton = TextAutomaton(try PatternGraph(source))
    self.source = Self.written(source)
  }

  /// Returns whether the whole text matches.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func matches(_ text: String) -> Bool { automaton.matches(text.utf8) }

  /// Whether no text of these lengths matches. If the minimum length is above 10,000, the result
  /// may be false although no text matches.
  package func isEmpty(of lengths: LengthRange) -> Bool {
    let lengths = TextLengths(
      fewest: lengths.minimum, most: lengths.maximum ?? .max, automaton: automaton)
    return !lengths.canGoOn(from: automaton.start, after: [])
  }

  /// Slashes and line breaks are escaped, so that the pattern fits on one line between slashes.
  private static func written(_ source: String) -> String {
    var result = String.UnicodeScalarView()
    var isInSet = false
    var isEscaped = false
    for scalar in source.unicodeScalars {
      defer { isEscaped = scalar == "\\" && !isEscaped }
      switch scalar {
      case "[" where !isEscaped: isInSet = true
      case "]" where !isEscaped: isInSet = false
      case "/" where !isEscaped && !isInSet: result.append("\\")
      case "\n", "\r":
        // Drops the backslash before an escaped line break, because the line break gets its own
        // escape.
        if !isEscaped { result.append("\\") }
        result.append(scalar == "\n" ? "n" : "r")
        continue
      default: break
      }
      result.append(scalar)
    }
    return String(result)
  }
}

extension TextPattern: Hashable {
  /// Returns whether two patterns have the same source.
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }

  /// Hashes the source.
  public func hash(into hasher: inout Hasher) {
    for byte in source.utf8 { hasher.combine(byte) }
  }
}

extension TextPattern {
  private static let known = Mutex<[String: TextPattern]>([:])

  /// Returns a pattern from a cache; the source must be valid.
  package static func known(_ source: String) -> TextPattern {
    known.withLock { known in
      if let pattern = known[source] { return pattern }
      do throws(PatternError) {
        let pattern = try TextPattern(source)
        known[source] = pattern
        return pattern
      } catch {
        preconditionFailure("\(source) is not a pattern: \(error.message)")
      }
    }
  }
}

extension TextPattern: CustomStringConvertible {
  /// The pattern between slashes, as in a definition.
  public var description: String { "/\(source)/" }
}

/// An error in a pattern.
public struct PatternError: Error, Hashable, Sendable {
  /// The position of the mistake, in scalars from 0.
  public var offset: Int
  /// The problem, in words for the user.
  public var message: String

  /// Creates an error at a position of a pattern.
  public init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}

extension PatternError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension TextPattern: Codable {
  /// Decodes the pattern from its source, without slashes around it.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { source throws(PatternError) in try TextPattern(source) }
  }

  /// Encodes the source, without slashes around it.
  public func encode(to encoder: any Encoder) throws { try source.encode(to: encoder) }
}

/// Restricts the texts of an automaton to a range of lengths in characters.
///
/// Results are exact even if several scalars form one character. Minimum lengths are not checked if
/// more than 10,000 characters are missing or more than 256 scalars are given; a result of true is
/// then not conclusive.
package struct TextLengths: Sendable {
  private let automaton: TextAutomaton
  package let fewest: Int
  package let most: Int

  /// Whether all texts of the automaton have an allowed length, so that checks can be skipped; false
  /// if finding out takes too long.
  package let areGiven: Bool

  package let moves: CharacterMoves?

  private static let longestWalk = 10_000
  private static let mostScalars = 256
  /// In steps times states.
  private static let mostWork = 500_000

  package init(fewest: Int, most: Int, automaton: TextAutomaton) {
    self.automaton = automaton
    self.fewest = fewest
    self.most = most
    let isAny = fewest == 0 && most == .max || automaton.isEmpty
    let moves = isAny ? nil : CharacterMoves(automaton)
    areGiven = moves.map { TextLengths.areGiven(fewest, most, automaton, $0) } ?? true
    self.moves = areGiven ? nil : moves
  }

  package func contain(_ count: Int) -> Bool { fewest <= count && count <= most }

  package static func count(_ text: ArraySlice<UInt8>) -> Int {
    if text.isOneCharacterEach { return text.count }
    return String(decoding: text, as: UTF8.self).count
  }

  package func canGoOn(from states: StateSet, after text: ArraySlice<UInt8>) -> Bool {
    if states.isEmpty { return false }
    return areGiven || reachEnd(from: states, after: text)
  }

  /// Returns whether the text can be continued to a match of an allowed length. The continuation
  /// must contain the given scalars in this order, perhaps with other scalars between them.
  package func reachEnd(
    from states: StateSet, after text: ArraySlice<UInt8>, by scalars: [UInt32] = []
  ) -> Bool {
    let count = TextLengths.count(text)
    let least = max(0, fewest - count)
    guard count <= most, !states.isEmpty else { return false }
    let room = most - count
    guard let moves, least <= TextLengths.longestWalk, scalars.count <= TextLengths.mostScalars
    else {
      return true
    }
    if least > room { return false }
    if scalars.isEmpty, moves.breaksPlainly(after: text) {
      let isReached = reachEndPlainly(from: states, moves.plain, least, room)
      if isReached || moves.isPlain { return isReached }
    }
    var walk = CharacterWalk(automaton, moves, from: states, after: text, by: scalars)
    var length = 0
    while length < least, !walk.isSteady {
      guard walk.advance() else { return false }
      length += 1
    }
    while length <= room {
      if walk.canEnd || most == .max && walk.hasAll { return true }
      guard !walk.isSteady, walk.advance() else { return false }
      length += 1
    }
    return false
  }

  // A quick sufficient check that assumes that each further scalar is a character of its own.
  private func reachEndPlainly(
    from states: StateSet, _ plain: StateSet, _ least: Int, _ room: Int
  ) -> Bool {
    var present = states
    var length = 0
    while length <= room {
      if length >= least, most == .max || present.intersects(automaton.ends) { return true }
      var next = automaton.followers(of: present)
      next.formIntersection(plain)
      if next.isEmpty || next == present && length >= least { return false }
      length = next == present ? least : length + 1
      present = next
    }
    return false
  }

  /// The minimum number of scalars missing until a match, counting each as a character; nil if no
  /// match of an allowed length is reachable, or if more than 10,000 characters are missing.
  package func missing(from states: StateSet, after count: Int) -> Int? {
    let least = areGiven ? 0 : max(0, fewest - count)
    guard areGiven || count <= most, least <= TextLengths.longestWalk else { return nil }
    var present = states
    for length in 0...min(areGiven ? .max : most - count, least + automaton.count) {
      if length >= least, present.intersects(automaton.ends) { return length }
      present = automaton.followers(of: present)
      if present.isEmpty { return nil }
    }
    return nil
  }

  private static func areGiven(
    _ fewest: Int, _ most: Int, _ automaton: TextAutomaton, _ moves: CharacterMoves
  ) -> Bool {
    guard fewest <= longestWalk else { return false }
    var walk = CharacterWalk(automaton, moves, from: automaton.start)
    // A longer path contains a cycle, so lengths are unbounded.
    let longest = automaton.count * moves.contexts
    for length in 0..<most {
      if length * automaton.count > mostWork { return false }
      if length < fewest, walk.canEnd { return false }
      if length >= fewest, most == .max { return true }
      if length > longest, most < .max { return false }
      if !walk.advance() { return true }
      if walk.isSteady { return most == .max && (length + 1 >= fewest || !walk.canEnd) }
    }
    return !walk.advance()
  }
}
