public import Interactors

/// What is wrong with a ``Template``, and where.
public struct TemplateError: DescribedError, Hashable, Sendable {
  /// What is wrong, with the names it is about.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// A tag has no end.
    case unclosedTag
    /// A tag has no name.
    case emptyTag
    /// The text of a tag is not a name, a path or a function of one.
    case invalidName(String)
    /// A section has no end.
    case unclosedSection(String)
    /// The end of a section that has not begun.
    case strayEnd(String)
    /// The end of another section than the one that is open.
    case wrongEnd(String, expected: String)
    /// A tag for parts of other templates, or for settings.
    case unsupportedTag(Character)
    /// A tag that changes the delimiters, and is not `{{=<% %>=}}`.
    case invalidDelimiters
    /// Sections within sections to a depth of more than 50.
    case tooDeep
    /// A name that the type, or the one that the path leads to, has not.
    case unknownName(String, type: String)
    /// A path that goes on after what is no reference.
    case notAReference(String)
    /// A function that there is not.
    case unknownFunction(String)
    /// A function of something that it does not take, and what that is.
    case misapplied(String, to: String, TemplateShape)
    /// A function of the place in a list outside of a section of one.
    case misplaced(String)
    /// More values than a person could read.
    case tooLong
  }

  /// What is wrong.
  public var kind: Kind
  /// The line of the template, counted from 1.
  public var line: Int
  /// The character of the line where the tag begins, counted from 1.
  public var column: Int
  /// The names that may have been meant.
  public var candidates: [String] = []

  /// What is wrong and what was expected, for a person.
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
