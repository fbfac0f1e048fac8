public import Interactors

/// An error in a ``Template``, with its position.
public struct TemplateError: DescribedError, Hashable, Sendable {
  /// The kind of error, with the names.
  ///
  /// Cases may be added in later versions: a `switch` in another package needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// A tag is not closed.
    case unclosedTag
    /// A tag has no name.
    case emptyTag
    /// The content of a tag is not a name, a path, or a function of one.
    case invalidName(String)
    /// A section is not closed.
    case unclosedSection(String)
    /// A section is closed that is not open.
    case strayEnd(String)
    /// A section is closed although another one is open.
    case wrongEnd(String, expected: String)
    /// A tag for partials, inheritance or pragmas.
    case unsupportedTag(Character)
    /// A tag that sets delimiters in another format than `{{=<% %>=}}`.
    case invalidDelimiters
    /// Sections are nested more than 50 levels deep.
    case tooDeep
    /// A name is not a property of the type.
    case unknownName(String, type: String)
    /// A path continues after a property that is not a reference.
    case notAReference(String)
    /// There is no function of this name.
    case unknownFunction(String)
    /// A function cannot be applied to an argument of this shape.
    case misapplied(String, to: String, TemplateShape)
    /// A function of the index is used outside of a list's section.
    case misplaced(String)
    /// The result would contain too many values.
    case tooLong
  }

  /// The kind of error.
  public var kind: Kind
  /// The line of the template, from 1.
  public var line: Int
  /// The column where the tag begins, from 1.
  public var column: Int
  /// The names that may have been meant.
  public var candidates: [String] = []

  /// The message for the user.
  public var message: String {
    switch kind {
    case .unclosedTag: "this tag is never closed"
    case .emptyTag: "expected a name in the tag"
    case .invalidName(let text): "\"\(text)\" is not a name; expected one such as {{title}}"
    case .unclosedSection(let name): "the section \"\(name)\" is never closed"
    case .strayEnd(let name): "no section \"\(name)\" is open"
    case .wrongEnd(let name, let expected):
      "the section \"\(expected)\" is open; expected {{/\(expected)}}, not {{/\(name)}}"
    case .unsupportedTag(let sign):
      "a template has no {{\(sign)…}} tags; expected a name, or #, ^, /, & or !"
    case .invalidDelimiters: "expected delimiters such as {{=<% %>=}}"
    case .tooDeep: "sections are nested deeper than \(TemplateScanner.deepestNesting)"
    case .unknownName(let name, let type): "\(type) has no property \"\(name)\""
    case .notAReference(let name): "\"\(name)\" is not a reference and has no properties"
    case .unknownFunction(let name): "there is no function \"\(name)\""
    case .misapplied(let name, let argument, let shape):
      TemplateFunction.message(name, of: argument, shape)
    case .misplaced(let name):
      "\"\(name)()\" is the place in a list; expected it directly within the section of one"
    case .tooLong: "the result is too long"
    }
  }
}
