/* The tree that selectolax made, reached through the functions that its library has for programs in other languages:
 * nothing here knows how its nodes look inside. */
#ifndef MEKIK_LEXBOR_H
#define MEKIK_LEXBOR_H

#include <dlfcn.h>

#include "utf8.h"

typedef void Node;

enum { ELEMENT = 1, CHARACTERS = 3, DOCUMENT = 9 };

static struct {
    int is_ready;
    unsigned (*type)(Node *);
    uintptr_t (*tag)(Node *);
    Node *(*first_child)(Node *), *(*next)(Node *), *(*parent)(Node *);
    const unsigned char *(*local_name)(Node *, size_t *);
    void *(*first_attribute)(Node *), *(*next_attribute)(void *);
    const unsigned char *(*attribute_name)(void *, size_t *), *(*attribute_value)(void *, size_t *);
    unsigned char *(*text_content)(Node *, size_t *);
    void *(*destroy_text)(void *, unsigned char *);
    Node *(*create_text)(void *, const unsigned char *, size_t);
    void (*insert_before)(Node *, Node *), (*insert_after)(Node *, Node *), (*remove)(Node *);
} lexbor;

/* Finds the functions in selectolax's library, which Python has loaded; 0 where one of them is not to be had. */
static int find_lexbor(const char *library) {
    const struct {
        const char *name;
        void *place;
    } wanted[] = {
        {"lxb_dom_node_type_noi", &lexbor.type},
        {"lxb_dom_node_tag_id_noi", &lexbor.tag},
        {"lxb_dom_node_first_child_noi", &lexbor.first_child},
        {"lxb_dom_node_next_noi", &lexbor.next},
        {"lxb_dom_node_parent_noi", &lexbor.parent},
        {"lxb_dom_element_local_name", &lexbor.local_name},
        {"lxb_dom_element_first_attribute_noi", &lexbor.first_attribute},
        {"lxb_dom_element_next_attribute_noi", &lexbor.next_attribute},
        {"lxb_dom_attr_qualified_name", &lexbor.attribute_name},
        {"lxb_dom_attr_value_noi", &lexbor.attribute_value},
        {"lxb_dom_node_text_content", &lexbor.text_content},
        {"lxb_dom_document_destroy_text_noi", &lexbor.destroy_text},
        {"lxb_dom_document_create_text_node", &lexbor.create_text},
        {"lxb_dom_node_insert_before", &lexbor.insert_before},
        {"lxb_dom_node_insert_after", &lexbor.insert_after},
        {"lxb_dom_node_remove", &lexbor.remove},
    };
    void *handle = dlopen(library, RTLD_NOW);
    if (handle == NULL) return 0;
    for (size_t each = 0; each < sizeof wanted / sizeof wanted[0]; each++) {
        void *found = dlsym(handle, wanted[each].name);
        if (found == NULL) return 0;
        memcpy(wanted[each].place, &found, sizeof found);
    }
    return 1;
}

/* The node after `node` in page order, inside `root`; `deeper` goes into its children. */
static Node *next_node(Node *node, Node *root, int deeper) {
    Node *next = deeper ? lexbor.first_child(node) : NULL;
    if (next != NULL) return next;
    while (node != root && node != NULL) {
        next = lexbor.next(node);
        if (next != NULL) return next;
        node = lexbor.parent(node);
    }
    return NULL;
}

static void *document_of(Node *node) {
    while (node != NULL && lexbor.type(node) != DOCUMENT) node = lexbor.parent(node);
    return node;
}

#endif
