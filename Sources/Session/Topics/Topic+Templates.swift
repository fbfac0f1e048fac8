internal import Replies

extension Topic {
  static let templates = Topic(
    name: "templates",
    summary: "How formatters and titles of screens are written.",
    text: #"""
      A template is written in Mustache. A tag is replaced by the value of a property as a
      label writes it; control characters are written out, and nothing is escaped for HTML.

        {{title}}                      the value of a property; «nil» where it has none
        {{venue.town}}                 that of the record a reference leads to
        {{#reviews}} … {{/reviews}}    once for each item of a list, whose properties are
                                       called by their names; once for a reference or a
                                       value, but not for nil, false, an empty text or list
        {{^reviews}} … {{/reviews}}    where that is not there
        {{.}}                          the item itself
        {{count(reviews)}}             also empty, first, last, reversed, sorted of lists
        {{uppercased(title)}}          also lowercased, capitalized, reversed, empty of texts
        {{index()}} {{^last()}}, {{/last()}}
                                       the place in a list: index, first, last, even, odd
                                       of the item whose section the tag is in
        {{`my name`}}                  a name that is not a plain one
        {{! … }}                       a comment
        {{=<% %>=}}                    other delimiters from here on

      A name that does not exist, or a function that does not take what it is applied to, is
      an error where the template is defined. Every function returns nil for nil.

      Each line is an item of the screen. A line with values of an item of a list is
      about that item. Tags that stand on a line of their own leave no line.
      """#)
}
