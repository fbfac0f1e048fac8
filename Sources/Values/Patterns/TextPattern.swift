internal import Synchronization

/// A regular expression that a whole text has to match.
///
/// It is written as those of `regexp` are, without what looks around or back: back references,
/// `\b`, atomic groups and possessive quantifiers. What it has to say of a text takes time in
/// proportion to the text's length, whatever the text.
public struct TextPattern: Sendable {
  /// The pattern as a definition writes it between two slashes.
  public let source: String
  /// The texts that match, as states between which their scalars lead.
  package let automaton: TextAutomaton

  /// Reads a pattern, without the slashes around it.
  ///
  /// - Throws: ``PatternError`` if it is not one, with the place of the mistake.
  public init(_ source: String) throws(PatternError) {
    automaton = TextAutomaton(try PatternGraph(source))
    self.source = Self.written(source)
  }

  /// Whether all of a text is what the pattern describes.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the text and of the pattern.
  public func matches(_ text: String) -> Bool { automaton.matches(text.utf8) }

  /// Whether no text of these lengths matches.
  ///
  /// Where the least length is above 10000 it may be false although there is none.
  package func isEmpty(of lengths: LengthRange) -> Bool {
    let lengths = TextLengths(
      fewest: lengths.minimum, most: lengths.maximum ?? .max, automaton: automaton)
    return !lengths.canGoOn(from: automaton.start, after: [])
  }

  /// The pattern with what cannot be between slashes on one line written as an escape.
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
        // An escaped line break means itself, and so does its escape.
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
  /// Whether two patterns are written alike.
  public static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }

  /// Feeds the pattern as it is written to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in source.utf8 { hasher.combine(byte) }
  }
}

extension TextPattern {
  // Written by whoever first asks for a pattern of a program's own.
  private static let known = Mutex<[String: TextPattern]>([:])

  /// The pattern that a program's own text is, which has to be one; it is read once.
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
  /// The pattern between slashes, as a definition writes it.
  public var description: String { "/\(source)/" }
}

/// Why a pattern is not one that texts can be matched with.
public struct PatternError: Error, Hashable, Sendable {
  /// Where in the pattern the mistake is, counted in scalars from 0.
  public var offset: Int
  /// What is wrong, for a person.
  public var message: String

  /// Makes an error at a place of a pattern.
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
  /// Reads the pattern as it is written between slashes.
  public init(from decoder: any Decoder) throws {
    try self.init(String(from: decoder))
  }

  /// Writes the pattern as it is written between slashes.
  public func encode(to encoder: any Encoder) throws { try source.encode(to: encoder) }
}
